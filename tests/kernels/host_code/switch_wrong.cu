//@ verdict: races=refuted divergence=proved
// One case falls through to the next with another number of threads.
__global__ void k(int *a) {
  a[blockIdx.x * 64 + threadIdx.x] = blockIdx.x; //~ ERROR race
}
void run(int *a, int which) {
  int threads = 64;
  switch (which) {
    case 0: threads = 2 * which + 128;
    case 1: k<<<4, threads>>>(a); break;
  }
}
