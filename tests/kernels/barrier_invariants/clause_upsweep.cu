//@ revisions: good bad
//[good]@ verdict: races=proved divergence=proved assertions=proved
//[bad]@ verdict: races=proved divergence=proved assertions=refuted
//@ flags: --block 64 --grid 1
// good: The upsweep of a prefix sum over ones (Blelloch): which threads of the level before stored what a level reads is found.
// bad: A leaf of the upsweep does not hold what the invariant says.
#ifdef bad
__global__ void leaf(int *out) {
#else
__global__ void up(int *out) {
#endif
    __shared__ unsigned s[128];
    int t = threadIdx.x;
    s[2 * t] = 1;
#ifdef bad
    s[2 * t + 1] = 2;
#else
    s[2 * t + 1] = 1;
#endif
    unsigned offset = 1;
    for (unsigned d = 64; d > 0; d >>= 1) {
        //@ barrier invariant offset == 1 ==> s[2 * t] == 1 && s[2 * t + 1] == 1; //[bad]~ ERROR WP0403
        //@ barrier invariant offset > 1 && t < 2 * d ==> s[(offset / 2) * (2 * t + 2) - 1] == offset;
        __syncthreads();
        if (t < d) {
            s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
        }
        offset <<= 1;
    }
}
