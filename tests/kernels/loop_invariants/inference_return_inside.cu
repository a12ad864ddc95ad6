//@ flags: --block 4 --grid 1 --no-acceleration
//@ verdict: races=refuted
// A return from an inner loop decides who is there later in iteration k.
__global__ void k(int *a, const int *d, int n) {
  int i = 1;
  while (i < n) {
    for (int j = threadIdx.x; j < 4; j++)
      if (threadIdx.x == 1) return;
    a[0] = threadIdx.x; //~ ERROR race
    i = d[i];
  }
}
