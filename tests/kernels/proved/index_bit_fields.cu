//@ flags: --block 256 --grid 1
//@ verdict: races=proved divergence=proved
// Rotating the 8-bit thread number by 3 is a permutation.
__global__ void k(int *a) {
    unsigned t = threadIdx.x;
    a[((t << 3) | (t >> 5)) & 255u] = t;
}
