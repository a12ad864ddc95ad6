//@ verdict: races=refuted
// A product with a large constant wraps around for ordinary indices, so nothing is taken for granted of it.
__global__ void scatter(int *out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i * 2147483648u] = 1; //~ ERROR race
}
