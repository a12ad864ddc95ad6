//@ flags: --block 128 --grid 1
//@ verdict: races=refuted divergence=proved
// Or with a uniform value forgets bits.
__global__ void k(int *a, int m) {
    int t = threadIdx.x;
    a[t | m] = t; //~ ERROR race
}
