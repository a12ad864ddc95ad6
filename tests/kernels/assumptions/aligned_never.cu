//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// No address of the second access is aligned: the assumption would prove anything of it, so it is not used.
__global__ void displaced(int *a, int b) {
  __shared__ int s[65];
  s[threadIdx.x + 1] = 42; //~ ERROR race
  atomicAdd((int *)((char *)s + 1), b); //~ ERROR race
  a[threadIdx.x] = s[threadIdx.x + 1]; //~ ERROR race
}
__global__ void odd(char *a) {
  *(int *)(a + 2 * threadIdx.x + 1) = 1; //~ ERROR race
}
