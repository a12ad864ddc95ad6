//@ flags: --block 64 --grid 4
//@ verdict: races=proved
// Fence and ticket make the partial sums visible to the last block, which reads them by volatile accesses.
__device__ unsigned ticket;
__global__ void k(const int *in, volatile int *partial, int *out) {
    __requires(ticket == 0);
    __shared__ bool last;
    int t = threadIdx.x;
    if (t == 0) {
        partial[blockIdx.x] = in[blockIdx.x];
        __threadfence();
        last = atomicInc(&ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        int sum = 0;
        for (int b = 0; b < 4; b++) sum += partial[b];
        out[0] = sum;
    }
}
