//@ revisions: good bad
//@ flags: --index-width
//[good]@ verdict: index-width=unreported
//[bad]@ verdict: index-width=unusual-launch
// The step of the loop is no index: the last sum may exceed `int` only where `n` nearly does.
__global__ void stride(const float *in, float *out, int n, int width) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
#ifdef bad
    out[i] = in[i * width]; //[bad]~ ERROR width
#else
    out[i] = in[i] * width;
#endif
  }
}
