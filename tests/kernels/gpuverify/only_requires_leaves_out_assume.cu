//@ flags: --block 64 --grid 1 --only-requires
//@ verdict: races=refuted
__global__ void only_requires(int *a, int offset) {
  __assume(offset == 0);
  a[threadIdx.x] = a[threadIdx.x + offset]; //~ ERROR race
}
