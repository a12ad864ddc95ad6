//@ revisions: good bad
//@ flags: --block 32 --grid 1
//[good]@ verdict: races=proved alignment=not-checked
//[bad]@ verdict: alignment=refuted
// Bytes in shared memory may begin anywhere; neighbours are not aligned alike wherever they begin.
__global__ void words(int *out) {
  __shared__ char s[256];
#ifdef bad
  *(int *)(s + threadIdx.x) = threadIdx.x; //[bad]~ ERROR alignment
#else
  *(int *)(s + 4 * threadIdx.x) = threadIdx.x;
  out[threadIdx.x] = *(int *)(s + 4 * threadIdx.x);
#endif
}
