//@ flags: --block 64 --grid 4
//@ verdict: races=refuted divergence=proved
// A block-scope atomic is atomic only within its block; all four blocks use the cell.
__global__ void k(int *count) {
    atomicAdd_block(count, 1); //~ ERROR race
}
