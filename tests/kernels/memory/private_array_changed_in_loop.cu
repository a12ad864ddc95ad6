//@ flags: --block 32 --grid 1
//@ verdict: races=refuted
// Each iteration moves the second cell, so that it meets the first one of the next thread.
__global__ void k(int *a, int n) {
  int at[2] = {(int)(4 * threadIdx.x), (int)(4 * threadIdx.x + 1)};
  for (int i = 0; i < n; i++)
    for (int r = 0; r < 2; r++) at[r] += r;
  if (0 <= n && n < 8) a[at[0]] = a[at[1]]; //~ ERROR race
}
