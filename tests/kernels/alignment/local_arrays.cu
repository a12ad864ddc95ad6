//@ revisions: good bad
//@ flags: --block 32 --grid 1
//[good]@ verdict: races=proved alignment=unreported
//[bad]@ verdict: alignment=refuted
// A local buffer of ints, read as long long.
__global__ void pairs(long long *out, const int *in) {
  __align__(16) int buffer[8];
  for (int k = 0; k < 8; k++) buffer[k] = in[k];
#ifdef bad
  out[threadIdx.x] = *(long long *)(buffer + 1 + (threadIdx.x & 3)); //[bad]~ ERROR alignment
#else
  out[threadIdx.x] = *(long long *)(buffer + 2 * (threadIdx.x & 3));
#endif
}
