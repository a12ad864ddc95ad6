//@ verdict: races=proved divergence=proved assertions=proved
//@ flags: --block 64 --grid 1
// The upsweep of a prefix sum over ones (Blelloch): which threads of the level before stored what a level reads is found.
__global__ void up(int *out) {
    __shared__ unsigned s[128];
    int t = threadIdx.x;
    s[2 * t] = 1;
    s[2 * t + 1] = 1;
    unsigned offset = 1;
    for (unsigned d = 64; d > 0; d >>= 1) {
        //@ barrier invariant offset == 1 ==> s[2 * t] == 1 && s[2 * t + 1] == 1;
        //@ barrier invariant offset > 1 && t < 2 * d ==> s[(offset / 2) * (2 * t + 2) - 1] == offset;
        __syncthreads();
        if (t < d) {
            s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
        }
        offset <<= 1;
    }
}
