//@ verdict: races=proved divergence=proved bounds=proved
// At most 128 threads: t * 2 + 1 < 256. All arrays have known extents.
__device__ int out[256];
__global__ void __launch_bounds__(128) k() {
    __requires(gridDim.x == 1);
    int t = threadIdx.x;
    out[2 * t] = t;
    out[2 * t + 1] = -t;
}
