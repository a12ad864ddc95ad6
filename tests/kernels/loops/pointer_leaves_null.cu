//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The pointer is null in the first iteration only.
__global__ void k(int *a, int n) {
    int *p = 0;
    int seen = 0;
    for (int i = 0; i < n; i++) {
        if (p) seen = 1;
        p = a;
    }
    if (seen == 1) a[0] = threadIdx.x; //~ ERROR race
}
