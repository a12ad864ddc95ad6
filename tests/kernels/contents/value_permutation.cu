//@ flags: --block 64 --grid 1
//@ verdict: races=inconclusive divergence=proved
// In truth race-free: s holds a permutation. That needs the stored values, not only addresses.
__global__ void k(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 63 - t;
    __syncthreads();
    out[s[(t + 1) % 64]] = t;
}
