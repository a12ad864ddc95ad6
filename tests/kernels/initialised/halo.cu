//@ revisions: good bad
//@ flags: --block 64 --grid 2
//[good]@ verdict: races=proved initialised=unreported
//[bad]@ verdict: races=proved initialised=refuted
// A stencil without the right element of its halo.
__global__ void stencil(const float *in, float *out) {
  __shared__ float s[66];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x + 1] = in[i + 1];
  if (threadIdx.x == 0) s[0] = in[i];
#ifndef bad
  if (threadIdx.x == 63) s[65] = in[i + 2];
#endif
  __syncthreads();
  out[i] = s[threadIdx.x] + s[threadIdx.x + 1] + s[threadIdx.x + 2]; //[bad]~ ERROR unwritten
}
