// Several blocks that the kernel does not tell apart: unusual where no launch in sight has several. The twins are launched with several blocks, go wrong in a
// single block, or do tell blocks apart.
//@ kernel: one_block races=unusual-launch
//@ kernel: two_blocks@42 races=refuted
//@ kernel: blocks_for_all@43 races=refuted
//@ kernel: within_block races=refuted
//@ kernel: all_to_first races=refuted
//@ kernel: forgot_block races=refuted
//@ kernel: forgot_guard races=refuted

__global__ void one_block(int *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = i; //~ ERROR race
}

__global__ void two_blocks(int *out) {
  out[threadIdx.x] = threadIdx.x; //~ ERROR race
}

__global__ void blocks_for_all(int *out, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = n; //~ ERROR race
}

__global__ void within_block(int *out) {
  out[threadIdx.x / 2] = threadIdx.x; //~ ERROR race
}

__global__ void all_to_first(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && threadIdx.x == 0) out[0] += in[i]; //~ ERROR race
}

__global__ void forgot_block(int *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x * gridDim.x) out[i] = i; //~ ERROR race
}

__global__ void forgot_guard(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i < n ? i : n - 1] = i; //~ ERROR race
}

void run(int *out, int n) {
  two_blocks<<<2, 64>>>(out);
  blocks_for_all<<<(n + 255) / 256, 256>>>(out, n);
}
