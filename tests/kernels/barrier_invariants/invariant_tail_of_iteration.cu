//@ flags: --block 16 --grid 1
//@ verdict: races=refuted assertions=refuted
// Another thread stores to the cell at the end of an iteration, behind a barrier.
__global__ void tail(int *out) {
    __shared__ int a[16];
    a[threadIdx.x] = threadIdx.x;
    for (int i = 0; i < 4; ++i) {
        __barrier_invariant_1(a[threadIdx.x] == threadIdx.x, threadIdx.x); //~ ERROR assert
        __syncthreads();
        out[a[threadIdx.x]] = i; //~ ERROR race
        __syncthreads();
        a[15 - threadIdx.x] = i;
    }
}
