//@ flags: --block 64
//@ verdict: races=proved divergence=proved
// The exchange through global memory stays inside the 64 cells of the block.
__global__ void k(int *a, int *b) {
    int base = blockIdx.x * 64, tid = threadIdx.x;
    a[base + tid] = tid;
    __syncthreads();
    b[base + tid] = a[base + (tid + 1) % 64];
}
