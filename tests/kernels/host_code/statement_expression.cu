//@ verdict: races=refuted divergence=proved
// What stands in an expression may not be executed: the condition in it is none of the launch.
__global__ void k(int *a, int pitch) {
  a[blockIdx.x * pitch + threadIdx.x] = blockIdx.x; //~ ERROR race
}
void run(int *a, int pitch, int check) {
  int ok = check ?: ({ if (pitch < 64 || pitch > 4096) return; 1; });
  if (ok) k<<<4, 64>>>(a, pitch);
}
