//@ revisions: good bad
//@ flags: --block 32 --grid 1
//[good]@ verdict: races=proved initialised=unreported
//[bad]@ verdict: races=proved initialised=refuted
// The previous value is read in the first iteration, too.
__global__ void smooth(const float *in, float *out) {
  __shared__ float last[32];
#ifndef bad
  last[threadIdx.x] = 0;
#endif
  for (int k = 0; k < 4; k++) {
    float old = last[threadIdx.x]; //[bad]~ ERROR unwritten
    last[threadIdx.x] = old * 0.5f + in[k * 32 + threadIdx.x];
  }
  out[threadIdx.x] = last[threadIdx.x];
}
