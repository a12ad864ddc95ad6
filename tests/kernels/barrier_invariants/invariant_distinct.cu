//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved assertions=proved
// The elements stay pairwise distinct over several barriers.
__global__ void distinct(int *out) {
    __shared__ int a[64];
    a[threadIdx.x] = threadIdx.x;
    __barrier_invariant_binary_1(a[threadIdx.x] != a[__other_int(threadIdx.x)], threadIdx.x, __other_int(threadIdx.x));
    __syncthreads();
    a[threadIdx.x]++;
    __barrier_invariant_binary_1(a[threadIdx.x] != a[__other_int(threadIdx.x)], threadIdx.x, __other_int(threadIdx.x));
    __syncthreads();
    out[blockIdx.x * 1000000 + a[threadIdx.x]] = 1;
    __assert(__implies(__same_group, a[threadIdx.x] != a[__other_int(threadIdx.x)]));
}
