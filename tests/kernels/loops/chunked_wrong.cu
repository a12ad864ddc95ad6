//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// `<=` makes each chunk one cell too long.
__global__ void k(int *a) {
    int lo = threadIdx.x * 10;
    int hi = lo + 10;
    for (int i = lo; i <= hi; i++) a[i] = i; //~ ERROR race
}
