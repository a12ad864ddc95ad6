//@ flags: --block 32 --grid 1
//@ verdict: assertions=inconclusive races=proved
// No barrier follows in the same block.
__global__ void alone(int *out, int n) {
    __shared__ int a[32];
    a[threadIdx.x] = threadIdx.x;
    if (n > 0) {
        __barrier_invariant_1(a[threadIdx.x] == threadIdx.x, threadIdx.x);
    }
    __syncthreads();
    out[threadIdx.x] = 1;
}
