// Blocks that are no multiple of a warp, and dimensions that the kernel does not read, in kernels that work by warps.
//@ kernel: warp_rows races=unusual-launch assertions=unusual-launch
//@ kernel: warp_pairs races=refuted

__global__ void warp_rows(const int *row, const int *value, int *out, int n) {
  int lane = threadIdx.x % 32;
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int warps = gridDim.x * blockDim.x / 32;
  for (int r = warp; r < n; r += warps) {
    int sum = 0;
    for (int k = row[r] + lane; k < row[r + 1]; k += 32) sum += value[k];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d); //~ ERROR assert
    if (lane == 0) out[r] += sum; //~ ERROR race
  }
}

__global__ void warp_pairs(int *out, int n) {
  int lane = threadIdx.x % 32;
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int warps = gridDim.x * blockDim.x / 32;
  for (int r = warp; r < n; r += warps) {
    if (lane < 2) out[r] += lane; //~ ERROR race
  }
}
