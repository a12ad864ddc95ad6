//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved alignment=proved
//[bad]@ verdict: alignment=refuted
// Only threads at whole vectors access: the guard shows the alignment.
__global__ void leaders(float *x) {
  int i = threadIdx.x;
#ifdef bad
  if (i % 2 == 0)
#else
  if (i % 4 == 0)
#endif
    *reinterpret_cast<float4 *>(x + i) = make_float4(1, 2, 3, 4); //[bad]~ ERROR alignment
}
