//@ revisions: flat named
//[flat]@ verdict: races=proved
//[named]@ verdict: races=refuted
// A kernel that names x alone is for blocks of one dimension, also where the lane matters.
__global__ void shifted(float *out) {
  float v = threadIdx.x;
  v += __shfl_down_sync(0xffffffff, v, 16);
#ifdef named
  if (threadIdx.y < 2) out[blockIdx.x * blockDim.x + threadIdx.x] = v; //[named]~ ERROR race
#else
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
#endif
}
