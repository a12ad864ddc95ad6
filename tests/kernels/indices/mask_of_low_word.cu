//@ flags: --block 256 --grid 1
//@ verdict: races=refuted
// Only the low word of n is a power of two or 0: with n = 2^32 + 1 every thread has the mask 0.
__global__ void k(int *out, unsigned long long n) {
    if (n == 0 || (n & (unsigned)(n - 1)) != 0) return;
    unsigned t = threadIdx.x;
    out[t & (unsigned)(n - 1)] = t; //~ ERROR WP0101
}
