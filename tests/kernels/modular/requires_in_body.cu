//@ flags: --modular
//@ verdict: races=!proved assertions=!proved
//@ kernel: inverse contract=inconclusive
// What the body requires is no part of the contract: who calls the function by it does not see it.

//@ ensures \result <= 100;
__device__ int inverse(int x) {
  __requires(x > 0);
  return 100 / x;
}

__global__ void k(int *out, int n) {
  int r = inverse(n);
  __assert(r <= 100);
  out[blockIdx.x * blockDim.x + threadIdx.x] = r;
}
