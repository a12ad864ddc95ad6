//@ revisions: good bad
//[good]@ kernel: vectors races=proved alignment=unreported
//[bad]@ kernel: vectors alignment=refuted
// For every launch: with more than one thread some are misaligned.
__global__ void vectors(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
#ifdef bad
    *reinterpret_cast<float4 *>(x + i) = make_float4(0, 0, 0, 0); //[bad]~ ERROR alignment
#else
    reinterpret_cast<float4 *>(x)[i] = make_float4(0, 0, 0, 0);
#endif
  }
}
