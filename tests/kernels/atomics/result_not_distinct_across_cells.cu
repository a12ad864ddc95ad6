//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Each cell counts from its own start: two cells can hand out the same place.
__global__ void k(int *out, int *count) {
    int p = atomicAdd(&count[threadIdx.x & 1], 1);
    out[p] = threadIdx.x; //~ ERROR race
}
