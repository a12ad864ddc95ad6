//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// A part of each plane.
// bad: The rows overlap unless `T` is the width of the part.
__global__ void k(float *out, const float *in, int H, int W, int OH, int OW, int T, int L) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.z;
  if (x >= OW || y >= OH) return;
#ifdef bad
  out[(c * OH + y) * T + x] = in[(c * H + y + T) * W + x + L]; //[bad]~ ERROR race
#else
  out[(c * OH + y) * OW + x] = in[(c * H + y + T) * W + x + L];
#endif
}
