//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// A flat index below `W * H` is taken apart and transposed.
// bad: Columns are one element too short.
__global__ void k(float *out, const float *in, int W, int H) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= W * H) return;
  int x = i % W, y = i / W;
#ifdef bad
  out[x * (H - 1) + y] = in[i]; //[bad]~ ERROR race
#else
  out[x * H + y] = in[i];
#endif
}
