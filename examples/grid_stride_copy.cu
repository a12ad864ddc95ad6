// warpproof: proved
// Each thread copies every (gridDim.x * blockDim.x)-th element, whatever the launch.

__global__ void grid_stride_copy(const int *source, int *target, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        target[i] = source[i];
}
