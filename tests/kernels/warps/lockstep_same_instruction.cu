//@ flags: --block 32 --grid 1 --warp-sync 32
//@ verdict: races=refuted divergence=proved
// Two lanes store into one cell with one instruction.
__global__ void k(int *out) {
    out[threadIdx.x / 2] = threadIdx.x; //~ ERROR race
}
