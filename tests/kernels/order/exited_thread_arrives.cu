//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Under exit-arrives the barrier orders the store of an exited thread before the stores behind the barrier.
__global__ void k(int *out) {
    __shared__ int s[64];
    int tid = threadIdx.x;
    s[tid] = 1;
    if (tid < 8) return;
    __syncthreads();
    s[tid - 8] = 2;
    out[tid] = tid;
}
