//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// 63 * 1024 stays below 2^32, so distinct threads have distinct multiples of n.
__global__ void k(int *a, unsigned n) {
    __requires(n >= 1u);
    __requires(n <= 1024u);
    unsigned i = threadIdx.x * n;
    a[i] = 1;
}
