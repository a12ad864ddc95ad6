//@ flags: --block 256
//@ verdict: races=refuted divergence=proved
// Rows are one element short of a pair, so that the last of one row is the first of the next.
__global__ void k(unsigned *a, unsigned stage) {
    unsigned distance = 2u << (stage & 7);
    unsigned left = threadIdx.x % distance + threadIdx.x / distance * (2 * distance - 1);
    unsigned at = blockIdx.x * 1024 + left;
    a[at] = threadIdx.x; //~ ERROR race
    a[at + distance] = threadIdx.x; //~ ERROR race
}
