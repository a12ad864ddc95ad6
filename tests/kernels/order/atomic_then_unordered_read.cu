//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The plain load is not ordered with the other threads' atomics.
__global__ void k(int *out) {
    __shared__ int total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    atomicAdd(&total, (int)threadIdx.x); //~ ERROR race
    out[threadIdx.x] = total;            //~ ERROR race
}
