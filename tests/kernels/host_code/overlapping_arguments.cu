//@ verdict: races=refuted divergence=proved
// The two arrays are one, an element apart.
__global__ void k(int *to, const int *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i]; //~ ERROR race
}
void run(int n) {
  int *p;
  cudaMalloc(&p, (n + 1) * sizeof(int));
  k<<<(n + 127) / 128, 128>>>(p, p + 1, n);
}
