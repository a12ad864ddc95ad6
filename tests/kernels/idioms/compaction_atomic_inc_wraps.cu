//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// atomicInc with limit 3 returns 0, 1, 2, 3, 0, ...
__global__ void k(const int *in, int *out, unsigned *count) {
    unsigned p = atomicInc(count, 3u);
    out[p] = in[threadIdx.x]; //~ ERROR race
}
