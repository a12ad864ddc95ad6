//@ revisions: good bad
//@ flags: --index-width
//[good]@ verdict: index-width=unreported
//[bad]@ verdict: index-width=unusual-launch
// A row of `channels` elements for each thread.
__global__ void rows(float *out, int n, int channels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int c = 0; c < channels; c++) {
#ifdef bad
    out[i * channels + c] = 0; //[bad]~ ERROR width
#else
    out[(size_t)i * channels + c] = 0;
#endif
  }
}
