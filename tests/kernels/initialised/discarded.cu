//@ flags: --block 64 --grid 1
//@ verdict: races=proved initialised=unreported
// Elements that nothing wrote are read, and their values are not used.
__global__ void selects(const float *in, float *out, int n) {
  __shared__ float s[64];
  if (threadIdx.x < n) s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float v = s[63 - threadIdx.x];
  out[threadIdx.x] = 63 - threadIdx.x < n ? v : 0;
}
__global__ void masks(const int *in, int *out, int n) {
  __shared__ int s[64];
  if (threadIdx.x < n) s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int mask = 63 - threadIdx.x < n ? -1 : 0;
  out[threadIdx.x] = s[63 - threadIdx.x] & mask;
}
__global__ void cancels(int *out) {
  __shared__ int s[64];
  int v = s[threadIdx.x];
  out[threadIdx.x] = v - v;
}
