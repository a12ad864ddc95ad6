//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The argument of a pure function is an assignment.
__global__ void k(int *a, int *b) {
    int t = threadIdx.x;
    b[t] = max(a[1] = t, 3); //~ ERROR race
}
