//@ flags: --block 256
//@ verdict: races=proved divergence=proved
// Pairs of elements at a distance that is a power of two, whichever: one step of a sorting network.
__global__ void k(unsigned *a, unsigned stage) {
    unsigned distance = 1u << (stage & 7);
    unsigned left = threadIdx.x % distance + threadIdx.x / distance * (2 * distance);
    unsigned at = blockIdx.x * 512 + left;
    unsigned x = a[at], y = a[at + distance];
    a[at] = x < y ? x : y;
    a[at + distance] = x < y ? y : x;
}
