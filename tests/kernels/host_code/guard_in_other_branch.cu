//@ verdict: races=refuted divergence=proved
// The condition holds only where nothing is launched, and behind it the length of a row changes.
__global__ void k(int *a, int pitch) {
  a[blockIdx.x * pitch + threadIdx.x] = blockIdx.x; //~ ERROR race
}
void run(int *a, int pitch, int rows) {
  if (pitch >= 64) {
    rows = 1;
  }
  k<<<4, 64>>>(a, pitch);
}
void later(int *a, int pitch) {
  if (pitch >= 64 && pitch <= 4096) {
    pitch = pitch - 63;
    k<<<8, 64>>>(a, pitch);
  }
}
