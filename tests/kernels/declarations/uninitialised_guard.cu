//@ flags: --block 8 --grid 1
//@ verdict: races=refuted
// A variable that one path does not set holds anything there.
__global__ void k(int *a, int n) {
  int x;
  if (n == 4) x = 7;
  if (x != 7) a[0] = threadIdx.x; //~ ERROR race
}
