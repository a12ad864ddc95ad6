//@ flags: --block 128
//@ verdict: races=refuted divergence=proved
// Two digits of the index overlap: threads 0 and 20 share their bytes.
__global__ void k(const unsigned *in, int n) {
    __shared__ unsigned char bins[64 * 128];
    int own = (threadIdx.x & ~63) | (((threadIdx.x & 15) << 2) & 12) | ((threadIdx.x & 48) >> 4);
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) {
        unsigned word = in[i];
        bins[own + ((word >> 2) & 63) * 128] = word; //~ ERROR race
    }
}
