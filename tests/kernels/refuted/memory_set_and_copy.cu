//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// memcpy stores eight bytes: the neighbour's element as well.
__global__ void k(int *a, const int *b) {
    memcpy(&a[threadIdx.x], &b[threadIdx.x], 8); //~ ERROR race
}
