//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Exchanged values are the others' t / 2: two threads can get the same one.
__global__ void k(int *out, int *cell) {
    int p = atomicExch(cell, (int)threadIdx.x / 2);
    out[p] = threadIdx.x; //~ ERROR race
}
