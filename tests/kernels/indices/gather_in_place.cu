//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The gathered array is the stored one.
__global__ void k(const int *index, int *a) {
    a[threadIdx.x] = a[index[threadIdx.x]]; //~ ERROR race
}
