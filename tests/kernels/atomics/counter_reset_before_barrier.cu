//@ flags: --grid 4
//@ verdict: races=proved divergence=proved
// The counter of the block gets its first value before the barrier; thread by thread it then goes down.
__global__ void k(int *out, int n) {
    __shared__ int left;
    __shared__ int place[2048];
    if (threadIdx.x == 0) left = n;
    __syncthreads();
    int p = atomicSub(&left, 1);
    if (p >= 0 && p < 2048) place[p] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = place[threadIdx.x];
}
