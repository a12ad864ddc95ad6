//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// A plain byte store inside the counter.
__global__ void k(int *count) {
    atomicAdd(count, 1);                                    //~ ERROR race
    if (threadIdx.x == 9) ((char *)count)[2] = 1;           //~ ERROR race
}
