//@ flags: --block 32 --grid 1
//@ verdict: races=refuted divergence=proved
// A ballot is no memory barrier.
__global__ void k(int *out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = t;                                           //~ ERROR race
    unsigned votes = __ballot_sync(0xffffffffu, t > 3);
    out[t] = s[(t + 1) % 32] + votes;                   //~ ERROR race
}
