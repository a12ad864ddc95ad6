//@ verdict: races=refuted divergence=proved
// In place, a neighbour's element may be read after it was written.
__global__ void k(int *to, const int *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) to[i] = from[i + 1]; //~ ERROR race
}
void run(int *p, int n) { k<<<(n + 127) / 128, 128>>>(p, p, n); }
