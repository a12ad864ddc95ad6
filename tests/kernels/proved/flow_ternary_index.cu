//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Lower half to even, upper half to odd cells.
__global__ void k(int *a) {
    int t = threadIdx.x;
    a[t < 32 ? 2 * t : 2 * (t - 32) + 1] = t;
}
