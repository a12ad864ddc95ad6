//@ verdict: races=refuted divergence=proved
// The number of threads changes under another name, and in a function that takes a reference.
__global__ void k(int *a) {
  a[blockIdx.x * 256 + threadIdx.x] = blockIdx.x; //~ ERROR race
}
int main(int argc, char **argv) {
  int *a;
  int threads = 256;
  int &other = threads;
  other = 512;
  cudaMalloc(&a, 1 << 20);
  k<<<8, threads>>>(a);
}
