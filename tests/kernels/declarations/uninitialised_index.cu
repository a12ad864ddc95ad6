//@ flags: --block 8 --grid 1
//@ verdict: races=refuted
// Threads 4 to 7 use an index that nobody set.
__global__ void k(int *a) {
  int x;
  if (threadIdx.x < 4) x = threadIdx.x;
  a[x] = 1; //~ ERROR race
}
