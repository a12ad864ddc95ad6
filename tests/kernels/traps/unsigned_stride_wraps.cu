//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// With n == 0x80000000 the product wraps: threads 0 and 2 store to a[0]. Over the integers it would look injective.
__global__ void k(int *a, unsigned n) {
    __requires(n >= 0x80000000u);
    unsigned i = threadIdx.x * n;
    a[i] = 1; //~ ERROR race
}
