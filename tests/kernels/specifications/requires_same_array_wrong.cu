//@ flags: --block 64 --grid 4
//@ verdict: races=refuted
// One array under two names: the write races with the neighbour's read.
__global__ void k(int *a, int *b) {
  __requires(a == b);
  a[threadIdx.x] = b[threadIdx.x + 1]; //~ ERROR race
}
