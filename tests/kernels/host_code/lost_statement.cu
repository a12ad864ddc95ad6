//@ verdict: races=refuted divergence=proved
// The compiler does not understand the statement that changes the number of threads, and leaves it out.
__global__ void k(int *a) {
  a[blockIdx.x * 256 + threadIdx.x] = blockIdx.x; //~ ERROR race
}
int main(int argc, char **argv) {
  int *a;
  int threads = 256;
  while (read_option(argc)) { threads = 512; }
  cudaMalloc(&a, 1 << 20);
  k<<<8, threads>>>(a);
}
