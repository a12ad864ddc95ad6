//@ verdict: races=refuted divergence=proved
// A function with a well-known prefix keeps the address, another one writes through it.
__global__ void k(int *a) {
  a[blockIdx.x * 256 + threadIdx.x] = blockIdx.x; //~ ERROR race
}
int *kept;
void cudaKeep(int *n) { kept = n; }
void change() { *kept = 512; }
void run(int *a) {
  int threads = 0;
  cudaKeep(&threads);
  threads = 256;
  change();
  k<<<8, threads>>>(a);
}
