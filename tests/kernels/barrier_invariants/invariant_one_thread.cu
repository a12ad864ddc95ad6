//@ flags: --block 64 --grid 1
//@ verdict: races=refuted assertions=refuted
// False for the last thread alone.
__global__ void last(int *out) {
    __shared__ int a[64];
    a[threadIdx.x] = threadIdx.x == 63 ? 0 : threadIdx.x;
    __barrier_invariant_1(a[threadIdx.x] == threadIdx.x, threadIdx.x); //~ ERROR assert
    __syncthreads();
    out[a[threadIdx.x]] = 1; //~ ERROR race
}
