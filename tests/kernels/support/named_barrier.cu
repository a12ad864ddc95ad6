//@ flags: --block 128 --grid 1
//@ verdict: races=proved divergence=proved
// Each half of the block has a barrier with a number; the second one only announces what the first one waits for.
__global__ void halves(float *out, const float *in) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    float mine = s[t ^ 63];
    asm volatile("bar.sync 2, 128;" ::: "memory");
    out[t] = mine + s[t + 64];
  } else {
    asm volatile("bar.arrive 2, 128;" ::: "memory");
  }
}
