//@ revisions: open stated two bad
//@ flags: --block 32 --grid 4
//[open]@ verdict: races=proved alignment=not-checked
//[stated]@ verdict: races=proved alignment=proved
//[two]@ verdict: races=proved alignment=proved
//[bad]@ verdict: alignment=refuted
// Whole vectors in rows of `n` elements: the caller sees to the alignment, or the kernel states it.
#ifdef stated
//@ requires n % 4 == 0;
#endif
#ifdef two
//@ requires n % 8 == 0;
#endif
__global__ void rows(const float *x, float *out, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef bad
  float4 v = *reinterpret_cast<const float4 *>(x + row * 8 + threadIdx.x % 4); //[bad]~ ERROR alignment
#else
  float4 v = *reinterpret_cast<const float4 *>(x + row * n);
#endif
  out[row] = v.x + v.y + v.z + v.w;
}
