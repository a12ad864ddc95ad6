// warpproof: proved with --block=256
// The sum of 256 elements per block, by a tree in shared memory, for any grid.

__global__ void reduce_tree(const float *in, float *out) {
    __shared__ float partial[256];
    partial[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    for (int half = 128; half > 0; half >>= 1) {
        if (threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = partial[0];
}
