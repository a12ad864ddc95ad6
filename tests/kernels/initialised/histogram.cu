//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved initialised=unreported
//[bad]@ verdict: initialised=refuted
// Bins that nobody sets to zero.
__global__ void histogram(const unsigned *key, unsigned *out) {
  __shared__ unsigned bins[64];
#ifndef bad
  bins[threadIdx.x] = 0;
#endif
  __syncthreads();
  atomicAdd(&bins[key[threadIdx.x] % 64], 1u); //[bad]~ ERROR unwritten
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x]; //[bad]~ ERROR unwritten
}
