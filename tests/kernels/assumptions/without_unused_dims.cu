//@ flags: --grid 1 --without unused-dims
//@ verdict: races=refuted divergence=proved
// Threads that differ in y only write the same element.
__global__ void k(int *a) {
    a[threadIdx.x] = 1; //~ ERROR race
}
