//@ flags: --block 64 --grid 1 --without external-calls
//@ verdict: races=inconclusive
// The function may store to a variable of its own file, or wait at a barrier.
extern __device__ void tick(int t);
__global__ void k(int *a) {
  if (threadIdx.x < 5) tick(threadIdx.x);
  a[threadIdx.x] = 1;
}
