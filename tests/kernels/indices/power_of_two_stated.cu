//@ revisions: good bad
//@ flags: --block 256 --grid 1
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// good: Two rows of n cells for each n threads, where n is a power of two.
// bad: With n = 3 the threads 1 and 2 meet.
__global__ void k(int *out, unsigned n) {
#ifdef bad
    if (n == 0 || n > 8) return;
#else
    if (n == 0 || (n & (n - 1)) != 0) return;
#endif
    unsigned t = threadIdx.x;
    unsigned p = 2 * t - (t & (n - 1));
    out[p] = 2 * t; //[bad]~ ERROR WP0101
    out[p + n] = 2 * t + 1; //[bad]~ ERROR WP0101
}
