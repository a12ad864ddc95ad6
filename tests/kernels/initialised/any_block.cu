//@ revisions: good bad
//[good]@ verdict: initialised=unreported
//[bad]@ verdict: initialised=refuted
// Whatever the size of the block: the first element is never written.
extern __shared__ int s[];
__global__ void shifted(const int *in, int *out) {
#ifdef bad
  s[threadIdx.x + 1] = in[threadIdx.x];
#else
  s[threadIdx.x] = in[threadIdx.x];
#endif
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x]; //[bad]~ ERROR unwritten
}
