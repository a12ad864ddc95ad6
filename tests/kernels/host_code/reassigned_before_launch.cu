//@ verdict: races=refuted divergence=proved
// Blocks have 256 threads on one path and 512 on the other.
__global__ void k(int *a) {
  a[blockIdx.x * 256 + threadIdx.x] = blockIdx.x; //~ ERROR race
}
int main(int argc, char **argv) {
  int *a;
  int threads = 256;
  if (argc > 1) threads = 512;
  cudaMalloc(&a, 1 << 20);
  k<<<8, threads>>>(a);
}
