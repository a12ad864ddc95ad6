//@ flags: --block 64 --grid 1 --benign
//@ verdict: races=refuted divergence=proved
// The store changes the value, and the other threads' loads are unordered with it.
__global__ void k(int *a, int *b) {
    if (threadIdx.x == 0) a[0] = 1;  //~ ERROR race
    b[threadIdx.x] = a[0];           //~ ERROR race
}
