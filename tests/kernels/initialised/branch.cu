//@ revisions: good bad
//@ flags: --block 32 --grid 1
//[good]@ verdict: races=proved initialised=unreported
//[bad]@ verdict: initialised=refuted
// A flag in shared memory that is only set, and decides what is stored.
__global__ void any(const int *in, int *out) {
  __shared__ int found[32];
#ifndef bad
  found[threadIdx.x] = 0;
#endif
  if (in[threadIdx.x] > 7) found[threadIdx.x] = 1;
  __syncthreads();
  if (found[31 - threadIdx.x] != 0) out[threadIdx.x] = 1; //[bad]~ ERROR unwritten
}
