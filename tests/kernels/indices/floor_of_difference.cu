//@ revisions: good bad
//@ flags: --block 64
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// good: C rounds to zero, so a floor is written with a condition.
// bad: Without the condition the tiles on both sides of zero are one.
__global__ void k(int *out, int p) {
    if (p < 0 || p > 1000000) return;
    int c = p - 64 * (int)blockIdx.x;
#ifdef bad
    int tile = c / 64;
#else
    int tile = c < 0 ? -((-c + 63) / 64) : c / 64;
#endif
    out[64 * ((int)gridDim.x + tile) + threadIdx.x] = threadIdx.x + blockIdx.x; //[bad]~ ERROR WP0101
}
