//@ flags: --grid=1
//@ verdict: races=proved divergence=proved bounds=proved
// One block of at most 128 threads.
__device__ int out[256];
__global__ void __launch_bounds__(128) k() {
    int t = threadIdx.x;
    out[2 * t] = t;
    out[2 * t + 1] = -t;
}
