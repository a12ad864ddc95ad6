//@ revisions: good bad
//@ flags: --block 32 --grid 1
//[good]@ verdict: races=proved initialised=unreported
//[bad]@ verdict: races=proved initialised=refuted
// A local array of partial sums, some of which are never set.
__global__ void sums(const float *in, float *out, int which) {
  float part[4];
#ifdef bad
  for (int k = 1; k < 4; k++) part[k] = 0;
#else
  for (int k = 0; k < 4; k++) part[k] = 0;
#endif
  part[(which + threadIdx.x) & 3] += in[threadIdx.x]; //[bad]~ ERROR unwritten
  out[threadIdx.x] = part[0] + part[1] + part[2] + part[3]; //[bad]~ ERROR unwritten
}
