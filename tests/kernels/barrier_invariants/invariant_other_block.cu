//@ flags: --block 32 --grid 2
//@ verdict: races=refuted
// The cells belong to all blocks: another block changes them whenever it likes.
__global__ void blocks(int *a, int *out) {
    a[threadIdx.x] = threadIdx.x + blockIdx.x; //~ ERROR race
    __barrier_invariant_1(a[threadIdx.x] == threadIdx.x + blockIdx.x, threadIdx.x);
    __syncthreads();
    out[64 * blockIdx.x + a[threadIdx.x]] = 1; //~ ERROR race
}
