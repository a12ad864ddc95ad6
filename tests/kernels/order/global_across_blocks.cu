//@ flags: --block 64 --grid 4
//@ verdict: races=refuted divergence=proved
// The barrier does not order two blocks: the last thread of a block reads what the first of the next block stores.
__global__ void k(int *a, int *b) {
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    a[gid] = gid;                    //~ ERROR race
    __syncthreads();
    b[gid] = a[(gid + 1) % 256];     //~ ERROR race
}
