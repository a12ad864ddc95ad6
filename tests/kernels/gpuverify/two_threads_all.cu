//@ flags: --block 64 --grid 4
//@ verdict: races=proved assertions=proved
// In an annotation `__all` speaks of any two threads, in code it is a vote.
__global__ void k(int *a) {
  __assert(__all(threadIdx.x < blockDim.x));
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
