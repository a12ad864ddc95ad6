//@ flags: --warp-sync 32
//@ kernel: stored_by_another_lane unproved
//@ kernel: plain unproved
// Warps that run in lock-step: another lane stores between two accesses of a thread. Contracts are not proved then.

//@ requires blockDim.x == 32 && n >= 20000000;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == 1;
__global__ void stored_by_another_lane(int *b, int n) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = 1;
  if (n >= 20000000) s[t ^ 1] = 2;
  b[blockIdx.x * blockDim.x + t] = s[t];
}

//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == i;
__global__ void plain(int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = i;
}
