//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// An atomic and a plain store to one cell are a race.
__global__ void k(int *count) {
    atomicAdd(count, 1);                   //~ ERROR race
    if (threadIdx.x == 5) *count = 0;      //~ ERROR race
}
