//@ flags: --block 256
//@ verdict: races=proved divergence=proved
// Shuffles touch no memory; one lane per warp stores its sum, the first warp reads all after the barrier.
__device__ int warp_sum(int v) {
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
    return v;
}
__global__ void k(const int *in, int *out) {
    __shared__ int s[8];
    int tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
    int v = warp_sum(in[blockIdx.x * 256 + tid]);
    if (lane == 0) s[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = lane < 8 ? s[lane] : 0;
        v = warp_sum(v);
        if (lane == 0) out[blockIdx.x] = v;
    }
}
