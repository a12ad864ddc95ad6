//@ flags: --block 32 --grid 1
//@ verdict: races=!proved assertions=refuted
// Another thread changes the cell atomically after a barrier.
__global__ void bumped(int *out) {
    __shared__ int a[32];
    a[threadIdx.x] = threadIdx.x;
    __barrier_invariant_1(a[threadIdx.x] == threadIdx.x, threadIdx.x);
    __syncthreads();
    atomicAdd(&a[31 - threadIdx.x], 1);
    __barrier_invariant_1(a[threadIdx.x] == threadIdx.x, threadIdx.x); //~ ERROR assert
    __syncthreads();
    out[a[threadIdx.x]] = 1;
}
