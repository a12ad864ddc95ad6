//@ flags: --block 16,16 --grid 4
//@ verdict: races=proved divergence=proved bounds=proved
// The lane counts along the block, row after row: warps of two rows each.
static __device__ __forceinline__ unsigned lane_id() {
    unsigned lane;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

__global__ void k(int *out) {
    __shared__ int s[256];
    unsigned linear = threadIdx.y * blockDim.x + threadIdx.x;
    s[linear / 32 * 32 + lane_id()] = linear;
    __syncthreads();
    out[blockIdx.x * 256 + linear] = s[255 - linear];
}
