//@ flags: --block 64 --grid 1 --no-annotations
//@ verdict: races=refuted
__global__ void none(int *a, int offset) {
  __requires(offset == 0);
  a[threadIdx.x] = a[threadIdx.x + offset]; //~ ERROR race
}
