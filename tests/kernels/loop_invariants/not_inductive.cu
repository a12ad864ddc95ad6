//@ verdict: races=refuted
// That i is a multiple of 32 holds at first, and is kept by every step but the last.
__global__ void steps(int *out, int n) {
  for (int i = threadIdx.x; i < n; i += 32) {
    out[i] = 0; //~ ERROR race
    if (i + 32 >= n) i -= 31;
  }
}
