// Launches by functions of CUDA and HIP that go wrong, and kernels that some other function is given: in which launch is not known.
//@ kernel: too_many races=refuted
//@ kernel: two_blocks races=refuted
//@ kernel: changed races=refuted
//@ kernel: given_away races=refuted
//@ kernel: launched_and_given@32 races=proved
//@ kernel: launched_and_given@any races=refuted

__global__ void too_many(int *out) { out[threadIdx.x % 32] = 1; } //~ ERROR race

__global__ void two_blocks(int *out, int n) { out[threadIdx.x % n] = 1; } //~ ERROR race

__global__ void changed(int *out) { out[threadIdx.x % 16] = 1; } //~ ERROR race

__global__ void given_away(int *out) { out[threadIdx.x / 2] = 1; } //~ ERROR race

__global__ void launched_and_given(int *out) { out[threadIdx.x % 64 + blockIdx.x] = 1; } //~ ERROR race

template <class F> void start(int blocks, int threads, F kernel, int *out);

void run(int *out, bool wide) {
  hipLaunchKernelGGL(too_many, dim3(1), dim3(64), 0, 0, out);
  cudaLaunchConfig_t config = {};
  config.gridDim = 2;
  config.blockDim = 16;
  cudaLaunchKernelEx(&config, two_blocks, out, 16);
  config.gridDim = 1;
  if (wide) config.blockDim.x = 32;
  cudaLaunchKernelEx(&config, changed, out);
  start(1, 64, given_away, out);
  start(1, 64, launched_and_given, out);
  launched_and_given<<<1, 64>>>(out);
}
