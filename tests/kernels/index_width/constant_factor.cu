//@ revisions: good bad
//@ flags: --index-width
//[good]@ verdict: index-width=unreported
//[bad]@ verdict: index-width=unusual-launch
// Three numbers a thread: the index exceeds `int` where `n` does not.
__global__ void points(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
#ifdef bad
    out[3 * i] = 1; //[bad]~ ERROR width
#else
    out[3ll * i] = 1;
#endif
  }
}
