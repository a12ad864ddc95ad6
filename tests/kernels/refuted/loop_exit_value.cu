//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// After the loop i is 64 in every thread.
__global__ void k(int *a) {
    int i;
    for (i = threadIdx.x; i < 64; i++) {
    }
    a[i] = threadIdx.x; //~ ERROR race
}
