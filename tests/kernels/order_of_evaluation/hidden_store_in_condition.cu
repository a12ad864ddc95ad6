//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The store hides in the condition of an if.
__global__ void k(int *a, int *b) {
    int t = threadIdx.x;
    if ((a[0] = t) > 5) b[t] = 1; //~ ERROR race
}
