//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved bounds=proved
// t + d < 2d <= 64.
__device__ int out[1];
__global__ void k() {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) out[0] = s[0];
}
