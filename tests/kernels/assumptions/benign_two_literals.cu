//@ flags: --block 64 --grid 1 --benign
//@ verdict: races=refuted divergence=proved
// A thread that has stored 2 may still load the 1 of a slower one.
__global__ void k(int *a, int *b) {
    a[0] = 1;               //~ ERROR race
    a[0] = 2;               //~ ERROR race
    b[threadIdx.x] = a[0];  //~ ERROR race
}
