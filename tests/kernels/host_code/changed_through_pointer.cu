//@ verdict: races=refuted divergence=proved
// The number of threads changes behind its name.
__global__ void k(int *a) {
  a[blockIdx.x * 256 + threadIdx.x] = blockIdx.x; //~ ERROR race
}
void more(int *n) { *n *= 2; }
int main(int argc, char **argv) {
  int *a;
  int threads = 256;
  cudaMalloc(&a, 1 << 20);
  more(&threads);
  k<<<8, threads>>>(a);
}
