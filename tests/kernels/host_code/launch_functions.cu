// Launches by functions of CUDA and HIP, with what they say of the launch: in other launches threads write what others write.
//@ verdict: races=proved

__global__ void by_ggl(int *out, unsigned step) { out[threadIdx.x * step] = 1; }

template <int N> __global__ void by_ggl_instance(int *out, int n) { out[threadIdx.x % n] = N; }

__global__ void by_hip(int *out) { out[threadIdx.x % 32] = 1; }

__global__ void by_configuration(int *out, int n) { out[threadIdx.x % n] = 1; }

__global__ void by_configured_list(int *out) { out[threadIdx.x % 16] = 1; }

void run(int *out, cudaStream_t stream) {
  hipLaunchKernelGGL(by_ggl, dim3(1), dim3(64), 0, stream, out, 2);
  hipLaunchKernelGGL((by_ggl_instance<3>), 1, 8, 0, 0, out, 8);
  void *list[] = {&out};
  hipLaunchKernel(by_hip, dim3(1), dim3(32), list, 0, stream);
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(16, 1, 1);
  config.stream = stream;
  int n = 16;
  cudaLaunchKernelEx(&config, by_configuration, out, n);
  cudaLaunchKernelExC(&config, by_configured_list, list);
}
