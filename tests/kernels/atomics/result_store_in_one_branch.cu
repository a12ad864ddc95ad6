//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The reset is separated from the additions only when `n` is positive.
__global__ void k(int *out, int n) {
    __shared__ int count;
    if (threadIdx.x == 5) count = 0;                //~ ERROR race
    if (n > 0) __syncthreads();
    int p = atomicAdd(&count, 1);                   //~ ERROR race
    out[p] = threadIdx.x;                           //~ ERROR race
}
