//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// The inner loop moves the place by as much as it has iterations, none if its bound is negative.
// bad: The place is that of another thread where the bound is positive.
__global__ void steps(int *out, int n, int m) {
  if (n > 10 || m > 100) return;
  int at = threadIdx.x + blockIdx.x * blockDim.x;
#ifdef bad
  at *= 10;
#else
  at *= 1000;
#endif
  for (int i = 0; i < n; i++) {
    out[at] = i; //[bad]~ ERROR race
    for (int j = 0; j < m; j++) at++;
  }
}
