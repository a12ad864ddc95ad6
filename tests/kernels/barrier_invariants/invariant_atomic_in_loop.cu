//@ flags: --block 16 --grid 1
//@ verdict: races=!proved assertions=refuted
// An atomic at the start of an iteration changes what the end of the one before it stored.
__global__ void bumped(int *out) {
    __shared__ int a[16];
    a[threadIdx.x] = 0;
    for (int i = 0; i < 4; ++i) {
        atomicAdd(&a[threadIdx.x], 1);
        __barrier_invariant_1(a[threadIdx.x] == 0, threadIdx.x); //~ ERROR assert
        __syncthreads();
        out[a[threadIdx.x] == 0 ? threadIdx.x : 0] = i; //~ ERROR race
        __syncthreads();
        a[threadIdx.x] = 0;
    }
}
