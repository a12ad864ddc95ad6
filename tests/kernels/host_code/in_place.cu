//@ verdict: races=proved divergence=proved
// In place: every thread reads only what it writes. The second half is behind the first.
__global__ void k(int *to, const int *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i] + 1;
}
void in_place(int *p, int n) {
  int *q = p;
  k<<<(n + 127) / 128, 128>>>(q, p, n);
}
void halves(int *p, int n) { k<<<(n + 127) / 128, 128>>>(p, p + n, n); }
