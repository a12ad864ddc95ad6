//@ flags: --block 64
//@ kernel: one_stage races=refuted
//@ kernel: starts_outside bounds=refuted
//@ kernel: two_steps races=refuted
//@ kernel: negative bounds=refuted
//@ kernel: never_at_end bounds=refuted
//@ kernel: wraps_in_byte races=refuted
// Ring buffers that are too short, or that are left.
__global__ void one_stage(float *out, const float *in, int n) {
  __shared__ float buffer[3][64];
  int stage = 0;
  for (int i = 0; i < n; i++) {
    buffer[stage][threadIdx.x] = in[i]; //~ ERROR race
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = buffer[stage][63 - threadIdx.x]; //~ ERROR race
    stage = (stage + 1) % 1;
  }
}
__global__ void starts_outside(int *out) {
  __shared__ int cells[4];
  int stage = 7;
  for (int i = 0; i < 6; i++) {
    if (threadIdx.x == 0) cells[stage] = i; //~ ERROR bounds
    stage = (stage + 1) % 4;
  }
}
__global__ void two_steps(int *out, int n) {
  __shared__ int cells[4][64];
  int stage = 0;
  for (int i = 0; i < n; i++) {
    cells[stage][threadIdx.x] = i; //~ ERROR race
    __syncthreads();
    if (i == 1) out[blockIdx.x * 64 + threadIdx.x] = cells[0][63 - threadIdx.x]; //~ ERROR race
    stage = (stage + 4) % 4;
  }
}
__global__ void negative(int *out) {
  __shared__ int cells[3];
  int stage = -2;
  for (int i = 0; i < 4; i++) {
    if (threadIdx.x == 0) cells[stage] = i; //~ ERROR bounds
    stage = (stage + 1) % 3;
  }
}
__global__ void never_at_end(int *out) {
  __shared__ int cells[3];
  int stage = 5;
  for (int i = 0; i < 4; i++) {
    if (threadIdx.x == 0) cells[stage] = i; //~ ERROR bounds
    stage = stage == 3 ? 0 : stage + 1;
  }
}
__global__ void wraps_in_byte(int *out) {
  unsigned char at = 250;
  for (int i = 0; i < 8; i++) {
    // 255 + 1 is 256 before it is stored in 8 bits: at = 0, not 256 % 3.
    at = (unsigned char)(at + 1) % 3;
    if (at == 0) out[i] = threadIdx.x; //~ ERROR race
  }
}
