//@ flags: --block 32 --grid 1
//@ verdict: races=refuted
// A function gets the array by pointer and moves every thread to the same element.
__device__ void move(int *at, int r) { at[r] = 7; }
__global__ void k(int *a, int n) {
  int at[2] = {(int)(2 * threadIdx.x), (int)(2 * threadIdx.x + 1)};
  for (int i = 0; i < n; i++) move(at, 1);
  for (int r = 0; r < 2; r++) a[at[r]] = threadIdx.x; //~ ERROR race
}
