//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Adding 0 hands the same place to everybody.
__global__ void k(const int *in, int *out, int *count) {
    int p = atomicAdd(count, 0);
    out[p] = in[threadIdx.x]; //~ ERROR race
}
