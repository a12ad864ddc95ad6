//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
// Each block has a cell of its own.
__global__ void k(int *count) {
    atomicAdd_block(&count[blockIdx.x], 1);
}
