//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
//@ flags: --block [32,32]
// A transposition by tiles in shared memory.
// bad: The guard is that of the source.
__global__ void k(float *out, const float *in, int W, int H) {
  __shared__ float t[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x < W && y < H) t[threadIdx.y][threadIdx.x] = in[y * W + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
#ifdef bad
  if (x < W && y < H) out[y * H + x] = t[threadIdx.x][threadIdx.y]; //[bad]~ ERROR race
#else
  if (x < H && y < W) out[y * H + x] = t[threadIdx.x][threadIdx.y];
#endif
}
