//@ flags: --block 32 --grid 1
//@ verdict: races=refuted
// The loop over the array is left early, so its last cell keeps what all threads have there.
__global__ void k(int *a, int n) {
  int at[4] = {0, 0, 0, 0};
  for (int r = 0; r < 4; r++) {
    if (r == n) break;
    at[r] = 4 * threadIdx.x + r;
  }
  if (n > 0) a[at[3]] = threadIdx.x; //~ ERROR race
}
