//@ flags: --block 512 --grid 1
//@ verdict: races=refuted divergence=proved
// The results differ, their low bytes do not.
__global__ void k(int *out, unsigned *count) {
    unsigned char p = (unsigned char)atomicAdd(count, 1u);
    out[p] = threadIdx.x; //~ ERROR race
}
