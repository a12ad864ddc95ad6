//@ revisions: good bad
//@ flags: --block 32 --grid 1
//[good]@ verdict: races=proved alignment=unreported
//[bad]@ verdict: alignment=refuted
// The offset grows by whole vectors, or by three elements.
__global__ void strips(float *x, int n) {
  float *mine = x + threadIdx.x * 64;
#ifdef bad
  for (int k = 0; k < 12; k += 3)
    *reinterpret_cast<float2 *>(mine + k) = make_float2(0, 0); //[bad]~ ERROR alignment
#else
  for (int k = 0; k < 12; k += 4)
    *reinterpret_cast<float2 *>(mine + k) = make_float2(0, 0);
#endif
}
