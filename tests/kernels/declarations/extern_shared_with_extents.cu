//@ revisions: good bad
//@ flags: --block 32 --grid 1
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Dynamic shared memory that is declared as rows of 32 elements, however many the launch gives.
__global__ void rotate(const float *in, float *out) {
  extern __shared__ float tile[8][32];
  tile[0][threadIdx.x] = in[threadIdx.x]; //[bad]~ ERROR race
#ifdef bad
  tile[1][31] = tile[0][31 - threadIdx.x]; //[bad]~ ERROR race
#else
  __syncthreads();
  tile[1][threadIdx.x] = tile[0][31 - threadIdx.x];
#endif
  out[threadIdx.x] = tile[1][threadIdx.x]; //[bad]~ ERROR race
}
