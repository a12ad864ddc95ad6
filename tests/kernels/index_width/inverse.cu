//@ revisions: good bad
//@ flags: --index-width
//[good]@ verdict: index-width=unreported
//[bad]@ verdict: index-width=unusual-launch
// Coordinates of an index and back: no greater than the index that they come from, unless the rows are padded.
__global__ void rows(const float *in, float *out, int total, int width, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= total) return;
  int x = i % width, y = i / width;
#ifdef bad
  out[i] = in[y * pitch + x]; //[bad]~ ERROR width
#else
  out[i] = in[y * width + x];
#endif
}
