//@ flags: --block 32 --grid 1
//@ verdict: races=refuted divergence=proved
// Every lane gets lane 0's index.
__global__ void k(int *out) {
    int p = __shfl_sync(0xffffffffu, (int)threadIdx.x, 0);
    out[p] = threadIdx.x; //~ ERROR race
}
