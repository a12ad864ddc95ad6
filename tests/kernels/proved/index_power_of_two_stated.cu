//@ flags: --block 256 --grid 1
//@ verdict: races=proved
// Two rows of n cells for each n threads, where n is a power of two.
__global__ void k(int *out, unsigned n) {
    if (n == 0 || (n & (n - 1)) != 0) return;
    unsigned t = threadIdx.x;
    unsigned p = 2 * t - (t & (n - 1));
    out[p] = 2 * t;
    out[p + n] = 2 * t + 1;
}
