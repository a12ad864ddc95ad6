//@ flags: --block 32 --grid 1
//@ verdict: races=proved divergence=proved assertions=proved
// Every iteration establishes the invariant anew.
__global__ void rounds(int *out, int n) {
    __shared__ int s[32];
    for (int i = 0; i < n; ++i) {
        s[threadIdx.x] = 3 * threadIdx.x + i;
        __barrier_invariant_1(s[threadIdx.x] == 3 * threadIdx.x + i, 31 - threadIdx.x);
        __syncthreads();
        __assert(s[31 - threadIdx.x] == 3 * (31 - threadIdx.x) + i);
        out[s[31 - threadIdx.x] - i] = 1;
        __syncthreads();
    }
}
