//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// When no element is zero, `last` is that of the final iteration, not of one more.
__global__ void k(const int *in, int *a, int n) {
    __requires(n > 0);
    int last, i;
    for (i = 0; i < n; i++) {
        last = i;
        if (in[i] == 0) break;
    }
    if (i == n && last == n - 1) a[0] = threadIdx.x; //~ ERROR race
}
