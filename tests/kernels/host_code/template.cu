//@ verdict: races=proved divergence=proved
// The host function is a template as the kernel is: every instance launches its own.
template <int B> __global__ void k(int *a) { a[blockIdx.x * B + threadIdx.x] = blockIdx.x; }
template <int B> void run(int *a, int blocks) {
  dim3 block(B);
  if (blocks > 0) k<B><<<blocks, block>>>(a);
}
void all(int *a) {
  run<32>(a, 1);
  run<64>(a, 2);
}
