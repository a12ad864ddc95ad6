//@ revisions: good bad
//@ flags: --block 64 --grid 2 --check-arrays a
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted
// good: Races on `b` are not asked about.
__global__ void restricted(int *a, int *b) {
#ifdef bad
  b[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  a[threadIdx.x] = blockIdx.x; //[bad]~ ERROR race
#else
  b[0] = threadIdx.x;
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
#endif
}
