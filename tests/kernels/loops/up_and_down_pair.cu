//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// lo + hi is 7 in every iteration, both stay in 0..7: private rows.
__global__ void k(int *a) {
    int base = threadIdx.x * 8;
    for (int lo = 0, hi = 7; lo < hi; lo++, hi--) {
        a[base + lo] = hi;
        a[base + hi] = lo;
    }
}
