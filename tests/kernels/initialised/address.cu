//@ revisions: good bad
//@ flags: --block 32 --grid 1
//[good]@ verdict: initialised=unreported
//[bad]@ verdict: initialised=refuted
// An index from shared memory that only half of the threads have written.
__global__ void scatter(const int *to, int *out) {
  __shared__ int at[32];
#ifdef bad
  if (threadIdx.x < 16) at[threadIdx.x] = to[threadIdx.x] & 31;
#else
  at[threadIdx.x] = to[threadIdx.x] & 31;
#endif
  __syncthreads();
  atomicAdd(&out[at[31 - threadIdx.x] & 31], 1); //[bad]~ ERROR unwritten
}
