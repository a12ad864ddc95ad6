//@ flags: --block 16 --grid 1
//@ verdict: races=refuted assertions=refuted
// Holds in the first iteration only.
__global__ void first(int *out) {
    __shared__ int a[16];
    a[threadIdx.x] = threadIdx.x;
    for (int i = 0; i < 3; ++i) {
        __barrier_invariant_1(a[threadIdx.x] == threadIdx.x, threadIdx.x); //~ ERROR assert
        __syncthreads();
        out[a[threadIdx.x]] = i; //~ ERROR race
        a[threadIdx.x] = 0;
    }
}
