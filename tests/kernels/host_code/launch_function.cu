//@ verdict: races=proved divergence=proved
// The launch as a call of the runtime: 16 by 16 threads.
__global__ void k(int *a, int pitch) {
  if (pitch < 16 * gridDim.x) return;
  int x = blockIdx.x * 16 + threadIdx.x;
  int y = blockIdx.y * 16 + threadIdx.y;
  a[y * pitch + x] = pitch;
}
void run(int *a, int pitch, int rows) {
  if (pitch < 64) return;
  dim3 block(16, 16);
  dim3 grid(pitch / 16, (rows + 15) / 16);
  void *args[] = {&a, &pitch};
  cudaLaunchKernel((void *)k, grid, block, args, 0, 0);
  cudaLaunchKernel(k, dim3(4, 4), block, args);
}
