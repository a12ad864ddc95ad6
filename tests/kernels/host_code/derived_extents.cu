//@ revisions: good bad
//[good]@ verdict: races=proved divergence=proved assertions=proved
//[bad]@ verdict: races=refuted
// The extents of the launch are quotients of what the host is given: launches are found that have them.
// bad: The heads of a block store to the same places.
__global__ void copy_heads(const float *in, float *out, int width, int length) {
  int row = blockIdx.x * length + blockIdx.y, head = threadIdx.y, x = threadIdx.x, size = blockDim.x;
#ifdef bad
  out[row * width + x] = in[row * width + head * size + x]; //[bad]~ ERROR race
#else
  if (head * size + x < width) out[row * width + head * size + x] = in[row * width + head * size + x];
#endif
  __syncthreads();
}

void copy(const float *in, float *out, int batch, int length, int hidden, int heads) {
  int width = hidden / 4;
  int parts = (width - 1) / 1024 + 1;
  dim3 block(width / heads, heads / parts);
  dim3 grid(batch, length);
  copy_heads<<<grid, block>>>(in, out, width, length);
}
