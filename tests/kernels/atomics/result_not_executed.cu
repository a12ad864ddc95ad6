//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Thread 13 takes a place without asking.
__global__ void k(int *out, int *count) {
    int p = 12;
    if (threadIdx.x != 13) p = atomicAdd(count, 1);
    out[p] = threadIdx.x; //~ ERROR race
}
