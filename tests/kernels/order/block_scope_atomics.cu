//@ revisions: good bad
//@ flags: --block 64 --grid 4
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: Each block has a cell of its own.
// bad: A block-scope atomic is atomic only within its block; all four blocks use the cell.
__global__ void k(int *count) {
#ifdef bad
    atomicAdd_block(count, 1); //[bad]~ ERROR race
#else
    atomicAdd_block(&count[blockIdx.x], 1);
#endif
}
