//@ flags: --block 256 --grid 1
//@ verdict: races=refuted
// With n = 3 the threads 1 and 2 meet.
__global__ void k(int *out, unsigned n) {
    if (n == 0 || n > 8) return;
    unsigned t = threadIdx.x;
    unsigned p = 2 * t - (t & (n - 1));
    out[p] = 2 * t;         //~ ERROR WP0101
    out[p + n] = 2 * t + 1; //~ ERROR WP0101
}
