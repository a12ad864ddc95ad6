//@ verdict: races=proved divergence=proved bounds=proved
// Buffers of n elements, and a guard: no access leaves them.
__global__ void k(int *to, const int *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[n - 1 - i];
}
int main(int argc, char **argv) {
  int n = argc * 1000;
  int *to, *from;
  cudaMalloc(&to, n * sizeof(int));
  cudaMalloc((void **)&from, sizeof(int) * n);
  k<<<(n + 255) / 256, 256>>>(to, from, n);
}
