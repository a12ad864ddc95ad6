//@ flags: --block 32 --grid 1
//@ verdict: races=refuted
// Between stores at constant indices one at an index that only the launch knows: two cells hold the same.
__global__ void k(int *a, int n) {
  int at[2];
  for (int r = 0; r < 2; r++) at[r] = 2 * threadIdx.x + r;
  if (n == 1) at[n] = 0;
  for (int r = 0; r < 2; r++) a[at[r]] = threadIdx.x; //~ ERROR race
}
