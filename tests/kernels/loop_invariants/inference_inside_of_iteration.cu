//@ flags: --block 2 --grid 1
//@ verdict: races=refuted
// What the inner loop leaves behind in iteration k is no invariant at the head: assumed, it would prove itself.
__global__ void k(int *a, const int *d, int n, int y) {
  for (int i = 4; i < n; i++) {
    while (y > 1) y = d[y];
    a[0] = threadIdx.x; //~ ERROR race
    if (i >= y) break;
  }
}
