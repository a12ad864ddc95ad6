//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
__global__ void k(int *a, int *b, int *c) {
  __requires(b == c);
  __requires(a == b);
  a[threadIdx.x] = c[threadIdx.x + 1]; //~ ERROR race
}
