//@ flags: --block 64 --grid 1 --benign
//@ verdict: races=proved divergence=proved
// Everybody stores what is there.
__global__ void k(int *a, int *b) {
    int v = a[0];
    if (v == 7) b[0] = 7;
    a[0] = v;
}
