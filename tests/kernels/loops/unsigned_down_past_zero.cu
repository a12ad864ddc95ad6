//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The loop ends when i wraps below 0, so i + 1 is 0 behind it.
__global__ void k(int *a, unsigned n) {
    __requires(n > 0 && n < 1000);
    unsigned i, c = 0;
    for (i = n - 1; i < n; i--) c++;
    if (c == n) a[i + 1] = threadIdx.x; //~ ERROR race
}
