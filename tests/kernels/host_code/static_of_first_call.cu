//@ verdict: races=unusual-launch divergence=proved
// The number of threads is that of the first call, the length of a row that of this one.
__global__ void k(int *a, int pitch) {
  a[blockIdx.x * pitch + threadIdx.x] = blockIdx.x; //~ ERROR race
}
void run(int *a, int pitch) {
  static const int threads = pitch;
  k<<<4, threads>>>(a, pitch);
}
