//@ flags: --block 64 --grid 2
//@ verdict: races=refuted divergence=proved
// Each block has a counter of its own, so two blocks hand out the same places.
__global__ void k(int *out) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    out[atomicAdd(&count, 1)] = threadIdx.x; //~ ERROR race
}
