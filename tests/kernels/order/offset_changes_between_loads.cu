//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The offset is stored behind a barrier, between the uses: the second use is at offset[0], where thread 5 stores to the cell of thread 6.
__global__ void k(int *a, int *offset) {
    __shared__ int base;
    int t = threadIdx.x;
    if (t == 0) base = 0;
    __syncthreads();
    a[base + t] = 1;
    __syncthreads();
    if (t == 0) base = offset[0];
    __syncthreads();
    a[base + t] = 2;                   //~ ERROR race
    if (t == 5) a[offset[0] + 6] = 3;  //~ ERROR race
}
