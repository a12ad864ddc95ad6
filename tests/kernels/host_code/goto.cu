//@ verdict: races=refuted divergence=proved
// The launch is reached around the condition.
__global__ void k(int *a, int pitch) {
  a[blockIdx.x * pitch + threadIdx.x] = blockIdx.x; //~ ERROR race
}
void run(int *a, int pitch, int again) {
  if (again) goto launch;
  if (pitch >= 64) {
  launch:
    k<<<4, 64>>>(a, pitch);
  }
}
