//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// p advances by 63, one less than the block: thread 63 in iteration 0 and thread 0 in iteration 1 meet in a[63].
__global__ void k(int *a, int n) {
    int p = threadIdx.x;
    for (int i = 0; i < n; i++) {
        a[p] = i; //~ ERROR race
        p += 63;
    }
}
