//@ verdict: races=proved divergence=proved
// Launches that constants or arguments of templates exclude are none: the others tell how many threads there are.
__global__ void k(int *a) {
  a[blockIdx.x * 64 + threadIdx.x] = 1;
}
const bool wide = false;
template <int SIZE> void run(int *a, int blocks) {
  if (SIZE > 64) {
    k<<<blocks, SIZE>>>(a);
    return;
  }
  switch (SIZE) {
    case 256: k<<<blocks, 256>>>(a); break;
    case 32: k<<<blocks, 32>>>(a); break;
    default: k<<<blocks, 1024>>>(a);
  }
}
void all(int *a, int blocks) {
  if (wide) k<<<blocks, 128>>>(a);
  else k<<<blocks, 64>>>(a);
  wide ? k<<<blocks, 512>>>(a) : (void)0;
  run<32>(a, blocks);
}
