// warpproof: refuted WP0102 with --block=256
// The barrier between two levels of the tree is missing.

__global__ void reduce_tree(const float *in, float *out) {
    __shared__ float partial[256];
    partial[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    for (int half = 128; half > 0; half >>= 1) {
        if (threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
    }
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = partial[0];
}
