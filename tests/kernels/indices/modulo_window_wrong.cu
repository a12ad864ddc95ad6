//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Modulo 63 folds threads 0 and 63 together.
__global__ void k(int *a) {
    a[threadIdx.x % 63] = threadIdx.x; //~ ERROR race
}
