//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved assertions=refuted
// A leaf of the upsweep does not hold what the first invariant says, so the sums do not hold what the second one says.
__global__ void up(int *out) {
    __shared__ unsigned s[128];
    s[2 * threadIdx.x] = 1;
    s[2 * threadIdx.x + 1] = 2;
    unsigned offset = 1;
    for (unsigned d = 64; d > 0; d >>= 1) {
        __barrier_invariant_2(__implies(offset == 1, s[2 * threadIdx.x] == 1 & s[2 * threadIdx.x + 1] == 1), threadIdx.x, threadIdx.x); //~ ERROR assert
        __barrier_invariant_2(__implies(offset > 1 & threadIdx.x < 2 * d, s[(offset / 2) * (2 * threadIdx.x + 2) - 1] == offset), 2 * threadIdx.x, 2 * threadIdx.x + 1); //~ ERROR assert
        __syncthreads();
        if (threadIdx.x < d) {
            s[offset * (2 * threadIdx.x + 2) - 1] += s[offset * (2 * threadIdx.x + 1) - 1];
        }
        offset <<= 1;
    }
}
