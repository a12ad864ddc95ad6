//@ flags: --block 32 --grid 1
//@ verdict: races=refuted
// One iteration is skipped, and only the outer loop goes on: the cell keeps what all threads have there.
__global__ void k(int *a, int n) {
  int at[2][2] = {};
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++) {
      if (i == 1 && j == n) continue;
      at[i][j] = 4 * threadIdx.x + 2 * i + j;
    }
  }
  a[at[1][1]] = threadIdx.x; //~ ERROR race
}
