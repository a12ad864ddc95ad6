//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
// Votes, matches and reductions of a warp give unknown values; what does not depend on them is proved.
__global__ void by_key(int *out, const int *key) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned same = __match_any_sync(0xffffffff, key[t]);
  int sum = __reduce_add_sync(0xffffffff, 1);
  bool every = __all_sync(0xffffffff, sum == 32);
  out[t] = every ? __popc(same) : 0;
}
