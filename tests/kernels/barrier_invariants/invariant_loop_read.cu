//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved assertions=proved
// Threads that do not store keep what they know by reading it, from one iteration to the next.
__global__ void halves(int *out, int n) {
    __shared__ int a[64];
    a[threadIdx.x] = 0;
    for (int i = 0; i < n; ++i) {
        __barrier_invariant_2(a[threadIdx.x] == 0, threadIdx.x, threadIdx.x ^ 1);
        __syncthreads();
        if (threadIdx.x % 2 == 0)
            a[threadIdx.x] = a[threadIdx.x] + a[threadIdx.x + 1];
        __read_permission(int, a[threadIdx.x]);
    }
    out[threadIdx.x + 64 * a[threadIdx.x]] = 1;
}
