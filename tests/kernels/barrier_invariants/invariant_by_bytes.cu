//@ flags: --block 32 --grid 1
//@ verdict: races=!proved assertions=refuted
// A byte of the cell is changed through another type.
__global__ void bytes(int *out) {
    __shared__ int a[32];
    a[threadIdx.x] = threadIdx.x;
    ((unsigned char *)a)[4 * threadIdx.x + 1] = 1;
    __barrier_invariant_1(a[threadIdx.x] == threadIdx.x, threadIdx.x); //~ ERROR assert
    __syncthreads();
    out[a[threadIdx.x]] = 1;
}
