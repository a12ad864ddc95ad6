//@ flags: --block 64
//@ verdict: races=proved bounds=proved
// The stage of a ring buffer counts modulo a constant, in each of the forms that kernels have for it.
__global__ void by_remainder(float *out, const float *in, int n) {
  __shared__ float buffer[3][64];
  int stage = 0;
  for (int i = 0; i < n; i++) {
    buffer[stage][threadIdx.x] = in[i * 64 + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = buffer[stage][63 - threadIdx.x];
    // No barrier: the next iteration writes to another stage.
    stage = (stage + 1) % 3;
  }
}
__global__ void by_comparison(float *out, const float *in, int n) {
  __shared__ float buffer[4][64];
  int stage = 1;
  for (int i = 0; i < n; i++) {
    buffer[stage][threadIdx.x] = in[i * 64 + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = buffer[stage][63 - threadIdx.x];
    stage++;
    if (stage == 4) stage = 0;
  }
}
__global__ void by_choice(float *out, const float *in, int n) {
  __shared__ float buffer[2][64];
  unsigned stage = 0;
  for (int i = 0; i < n; i++) {
    buffer[stage][threadIdx.x] = in[i * 64 + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = buffer[stage][63 - threadIdx.x];
    stage = stage >= 1 ? 0 : stage + 1;
  }
}
__global__ void by_mask(int *out) {
  __shared__ int cells[4096];
  int at = threadIdx.x;
  for (int i = 0; i < 300; i++) {
    cells[at] = i;
    at = (at + 64) & 4095;
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = cells[threadIdx.x];
}
// The first value is outside of the ring, and read only once.
__global__ void enters(int *out) {
  __shared__ int cells[8];
  int at = 7;
  for (int i = 0; i < 30; i++) {
    if (threadIdx.x == 0) cells[at] = i;
    at = (at + 1) % 5;
  }
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = cells[4];
}
