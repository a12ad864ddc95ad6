//@ flags: --block 64 --grid 1 --benign
//@ verdict: races=refuted divergence=proved
// What is stored is never what was loaded.
__global__ void k(int *a) {
    a[0] += 1;  //~ ERROR race
}
