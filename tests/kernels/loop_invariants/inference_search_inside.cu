//@ flags: --block 4 --grid 1
//@ verdict: races=refuted
// A search in a loop whose counter follows data.
__global__ void k(int *a, const int *d, int n) {
  int i = 1;
  while (i < n) {
    int j = 0;
    while (j < n) { if (d[j] == 7) break; j = d[j]; }
    if (j == n) return;
    a[0] = threadIdx.x; //~ ERROR race
    i = d[i];
  }
}
