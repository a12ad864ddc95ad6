//@ verdict: races=proved divergence=proved assertions=refuted
//@ flags: --block 64 --grid 1
// A leaf of the upsweep does not hold what the invariant says.
__global__ void leaf(int *out) {
    __shared__ unsigned s[128];
    int t = threadIdx.x;
    s[2 * t] = 1;
    s[2 * t + 1] = 2;
    unsigned offset = 1;
    for (unsigned d = 64; d > 0; d >>= 1) {
        //@ barrier invariant offset == 1 ==> s[2 * t] == 1 && s[2 * t + 1] == 1;    //~ ERROR WP0403
        //@ barrier invariant offset > 1 && t < 2 * d ==> s[(offset / 2) * (2 * t + 2) - 1] == offset;
        __syncthreads();
        if (t < d) {
            s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
        }
        offset <<= 1;
    }
}
