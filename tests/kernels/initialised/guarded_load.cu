//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved initialised=unreported
//[bad]@ verdict: races=proved initialised=refuted
// The last threads load nothing, and their elements are read.
__global__ void reverse(const float *in, float *out, int n) {
  __shared__ float s[64];
#ifdef bad
  if (threadIdx.x < n) s[threadIdx.x] = in[threadIdx.x];
#else
  s[threadIdx.x] = threadIdx.x < n ? in[threadIdx.x] : 0;
#endif
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x]; //[bad]~ ERROR unwritten
}
