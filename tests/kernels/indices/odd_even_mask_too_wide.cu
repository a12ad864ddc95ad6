//@ flags: --block 256
//@ verdict: races=refuted divergence=proved
// The mask is of the doubled stride, so neighbouring pairs meet.
__global__ void k(unsigned *data, unsigned n) {
    __shared__ unsigned s[1024];
    for (unsigned stride = 1; stride <= n && stride <= 256; stride <<= 1) {
        __syncthreads();
        unsigned at = 2 * threadIdx.x - (threadIdx.x & (2 * stride - 1));
        s[at + stride] = s[at] + threadIdx.x; //~ ERROR race
    }
    __syncthreads();
    data[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x];
}
