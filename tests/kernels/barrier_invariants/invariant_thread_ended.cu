//@ flags: --block 32 --grid 1
//@ verdict: races=refuted
// Threads that ended before the barrier did not make it hold.
__global__ void ended(int *out, const int *in) {
    __shared__ int a[32];
    a[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x >= 16)
        return;
    a[threadIdx.x] = threadIdx.x;
    __barrier_invariant_2(a[threadIdx.x] == threadIdx.x, threadIdx.x, threadIdx.x + 8);
    __syncthreads();
    out[a[threadIdx.x + 8]] = threadIdx.x; //~ ERROR race
}
