//@ flags: --block 2 --grid 1 --no-acceleration
//@ verdict: races=refuted
// The condition of the loop speaks of what iteration k computes.
__global__ void k(int *a, int n, int m) {
  int x = 63; int y = m;
  do {
    while (y > 1) { a[0] = threadIdx.x; y = n; } //~ ERROR race
    x <<= 1;
  } while (x < y);
}
