//@ verdict: races=proved divergence=proved
//@ flags: --block 64 --grid 1
// A signed variable beside the counter must not overflow.

__global__ void column(int *a, int n, int pitch) {
  int at = threadIdx.x;
  for (int k = 0; k < n; k++) {
    a[at] = k;
    at += 64;
  }
}
