//@ kernel: k@14 races=refuted
//@ kernel: k@10 races=proved
// The same loop launches once before and once after its variable moves on.
__global__ void k(int *a, int pitch) {
  a[blockIdx.x * pitch + threadIdx.x] = blockIdx.x; //~ ERROR race
}
void run(int *a, int pitch) {
  while (pitch >= 64 && pitch <= 4096) {
    int *row = a;
    k<<<4, 64>>>(row, pitch);
    pitch = pitch / 2;
  }
  // Here it may be below 64.
  k<<<8, 64>>>(a, pitch);
}
