//@ revisions: open stated
//@ flags: --block 32 --grid 4 --without aligned
//[open]@ verdict: alignment=refuted
//[stated]@ verdict: races=proved alignment=proved
// Without the assumption nobody but the kernel sees to the alignment.
#ifdef stated
//@ requires n % 4 == 0;
#endif
__global__ void rows(const float *x, float *out, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = *reinterpret_cast<const float4 *>(x + row * n); //[open]~ ERROR alignment
  out[row] = v.x + v.y + v.z + v.w;
}
