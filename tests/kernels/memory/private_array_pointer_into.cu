//@ flags: --block 32 --grid 1
//@ verdict: races=refuted
// The array changes through a pointer into it.
__global__ void k(int *a) {
  int at[2];
  int *p = &at[1];
  for (int r = 0; r < 2; r++) at[r] = 2 * threadIdx.x + r;
  *p = 0;
  for (int r = 0; r < 2; r++) a[at[r]] = threadIdx.x; //~ ERROR race
}
