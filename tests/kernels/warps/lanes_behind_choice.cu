//@ revisions: wrong right
//[wrong]@ verdict: assertions=refuted
//[right]@ verdict: assertions=proved
// Half of the lanes that the mask names do not come, whatever was chosen before.
__global__ void halves(const float *x, float *out, int n) {
  int i = threadIdx.x;
  float v = i < n ? x[i] : 0.f;
#ifdef right
  v += __shfl_down_sync(0xffffffff, v, 8);
  if (threadIdx.x % 32 < 16)
    out[i] = v;
#else
  if (threadIdx.x % 32 < 16) {
    v += __shfl_down_sync(0xffffffff, v, 8); //[wrong]~ ERROR assert
    out[i] = v;
  }
#endif
}
void launched(const float *x, float *out) { halves<<<1, 256>>>(x, out, 256); }
