//@ verdict: races=refuted divergence=proved
// The first launch has 256 threads in a block, the next one 512.
__global__ void k(int *a) {
  a[blockIdx.x * 256 + threadIdx.x] = blockIdx.x; //~ ERROR race
}
int main(int argc, char **argv) {
  int *a;
  int threads = 256;
  cudaMalloc(&a, 1 << 20);
  for (int i = 0; i < 2; i++) {
    k<<<8, threads>>>(a);
    threads += 256;
  }
}
