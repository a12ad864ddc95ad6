//@ revisions: good bad
//@ flags: --index-width
//[good]@ verdict: index-width=unreported
//[bad]@ verdict: index-width=unusual-launch
__global__ void shifted(char *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
#ifdef bad
    out[i << 4] = 0; //[bad]~ ERROR width
#else
    out[(long)i << 4] = 0;
#endif
  }
}
