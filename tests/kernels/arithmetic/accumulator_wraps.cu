//@ verdict: races=refuted
//@ flags: --block 32 --grid 1
// That counters do not wrap says nothing of unsigned variables beside them: the iterations after they wrap happen.

__global__ void hash(int *a, int n) {
  unsigned h = 0;
  for (int k = 0; k < n; k++) {
    h += 1000000007u;
    if (k >= 10) a[0] = threadIdx.x;    //~ ERROR race
  }
}

__global__ void sum_of_counters(int *a, int n) {
  unsigned h = 0;
  for (int k = 0; k < n; k++) {
    h += k * 100000u;
    if (k >= 1000) a[0] = threadIdx.x;    //~ ERROR race
  }
}

__global__ void below_zero(int *a, int n, unsigned s) {
  unsigned h = 10;
  for (int k = 0; k < n; k++) {
    h -= s;
    if (k >= 10 && s > 5) a[0] = threadIdx.x;    //~ ERROR race
  }
}
