//@ verdict: races=proved divergence=proved bounds=proved
// A function that is given a kernel launches it with the arguments of the call, whatever the form of the function.
__global__ void one_block(int *a) { a[threadIdx.x] = 1; }
__global__ void scaled(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i * n] = i;
}
__global__ void never(int *a) { a[0] = threadIdx.x; }
template <int N> __global__ void held(int *a, int n) { a[n == N ? threadIdx.x : 0] = n; }
__global__ void held_and_given(int *a) { a[threadIdx.x] = blockIdx.x; }
__global__ void by_list(int *a, int n) { a[threadIdx.x] = n; }

template <class Kernel, class... Arguments>
void run(Kernel kernel, dim3 grid, dim3 block, Arguments... arguments) {
  kernel<<<grid, block>>>(arguments...);
}
template <class... Parameters>
cudaError_t start(void (*kernel)(Parameters...), int blocks, int threads, Parameters... arguments) {
  void *list[] = {&arguments...};
  return cudaLaunchKernel((const void *)kernel, dim3(blocks), dim3(threads), list, 0, 0);
}
static void twice(void (*kernel)(int *), int threads, int *a) {
  cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferL1);
  kernel<<<1, threads>>>(a);
  run(kernel, 1, threads, a);
}
int main() {
  int *a;
  cudaMalloc(&a, 1024 * sizeof(int));
  run(one_block, 1, 64, a);
  twice(&one_block, 32, a);
  for (int step = 1; step < 5; step++) run(scaled, 2, 128, a, step > 1 ? 4 : 1);
  if (start(by_list, 1, 96, a, 3) != cudaSuccess) return 1;
  if (false) run(never, 1, 64, a);
  run(never, 3 - 2, 1, a);
  auto kernel = held<4>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  kernel<<<1, 64>>>(a, 4);
  void (*given)(int *) = &held_and_given;
  if (*a > 0) run(given, 1, 64, a);
}
