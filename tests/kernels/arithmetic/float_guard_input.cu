//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Two threads whose inputs pass the guard store to one cell.
__global__ void k(const float *x, int *a) {
    int t = threadIdx.x;
    if (x[t] * x[t] > 2.0f) a[0] = t; //~ ERROR race
}
