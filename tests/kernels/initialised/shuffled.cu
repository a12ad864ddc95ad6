//@ revisions: good bad
//@ flags: --block 32 --grid 1
//[good]@ verdict: initialised=unreported
//[bad]@ verdict: initialised=refuted
// Sums of four lanes: the first takes what lanes hold that have read something written, or does not.
__global__ void quads(const int *in, int *out) {
  __shared__ int s[32];
#ifdef bad
  if (threadIdx.x % 4 < 3) s[threadIdx.x] = in[threadIdx.x];
#else
  if (threadIdx.x % 8 < 4) s[threadIdx.x] = in[threadIdx.x];
#endif
  __syncwarp();
  int v = s[threadIdx.x]; //[bad]~ ERROR unwritten
  v += __shfl_down_sync(0xffffffff, v, 1, 4);
  v += __shfl_down_sync(0xffffffff, v, 2, 4);
  if (threadIdx.x % 8 == 0) out[threadIdx.x] = v;
}
