//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved assertions=proved
// What an iteration stores behind its barrier is known when the next one claims the invariant, and behind the loop.
__global__ void carried(int *out, int n) {
    __shared__ int a[64];
    a[threadIdx.x] = threadIdx.x;
    for (int i = 0; i < n; ++i) {
        __barrier_invariant_binary_1(a[threadIdx.x] != a[__other_int(threadIdx.x)], threadIdx.x, __other_int(threadIdx.x));
        __syncthreads();
        out[a[threadIdx.x]] = i;
        a[threadIdx.x]++;
    }
    __barrier_invariant_binary_1(a[threadIdx.x] != a[__other_int(threadIdx.x)], threadIdx.x, __other_int(threadIdx.x));
    __syncthreads();
    out[a[threadIdx.x]] = 7;
}
