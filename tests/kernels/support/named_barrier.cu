//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// Barriers with a number, of some of the threads, are not modelled.
__global__ void halves(float *out, const float *in) {
  __shared__ float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  asm volatile("bar.sync 1, 64;" ::: "memory");
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
