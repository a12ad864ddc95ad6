//@ flags: --block 64 --grid 4
//@ verdict: races=proved
// `__ldg` is a load; sleeping does nothing; clocks give unknown values.
__global__ void copy(float *out, const float *__restrict__ in, long long *t) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __nanosleep(100);
  t[i] = clock64();
  out[i] = __ldg(&in[i]);
}
