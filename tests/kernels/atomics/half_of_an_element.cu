//@ flags: --block 64 --grid 2
//@ verdict: races=refuted
// A swap of 16 bits and an addition of 32 bits with a common byte, in different blocks.
__global__ void k(unsigned *cells) {
    unsigned short *halves = reinterpret_cast<unsigned short *>(cells);
    if (blockIdx.x == 0) atomicCAS(halves + 2 * threadIdx.x + 1, (unsigned short)0, (unsigned short)7);   //~ ERROR race
    else atomicAdd(cells + threadIdx.x, 1u);                                                          //~ ERROR race
}
