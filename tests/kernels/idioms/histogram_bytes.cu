//@ flags: --block 128
//@ verdict: races=proved divergence=proved
// Each thread has a byte in every bin: its index with the digits (2, 2, 4 bits) in another order.
__global__ void k(unsigned *out, const unsigned *in, int n) {
    __shared__ unsigned char bins[64 * 128];
    int own = (threadIdx.x & ~63) | ((threadIdx.x & 15) << 2) | ((threadIdx.x & 48) >> 4);
    for (int i = 0; i < 64; i++)
        bins[i * 128 + threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) {
        unsigned word = in[i];
        bins[own + ((word >> 2) & 63) * 128]++;
        bins[own + ((word >> 10) & 63) * 128]++;
        bins[own + ((word >> 26) & 63) * 128]++;
    }
    __syncthreads();
    if (threadIdx.x < 64) {
        unsigned sum = 0;
        for (int i = 0; i < 128; i++)
            sum += bins[threadIdx.x * 128 + i];
        out[blockIdx.x * 64 + threadIdx.x] = sum;
    }
}
