//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Thread 0 stores, the others load the cell without a barrier.
__global__ void k(int *a, int *b) {
    if (threadIdx.x == 0) {
        a[0] = 1;              //~ ERROR race
    }
    b[threadIdx.x] = a[0];     //~ ERROR race
}
