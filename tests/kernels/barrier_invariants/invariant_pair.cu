//@ flags: --block 32 --grid 1
//@ verdict: races=refuted assertions=refuted
// Two threads hold the same value.
__global__ void pairs(int *out) {
    __shared__ int a[32];
    a[threadIdx.x] = threadIdx.x % 31;
    __barrier_invariant_binary_1(a[threadIdx.x] != a[__other_int(threadIdx.x)], threadIdx.x, __other_int(threadIdx.x)); //~ ERROR assert
    __syncthreads();
    out[a[threadIdx.x]] = threadIdx.x; //~ ERROR race
}
