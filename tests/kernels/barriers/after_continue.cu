//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// A uniform continue skips the barrier at the end of the round.
__global__ void k(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x, v = 0;
    s[t] = t;
    __syncthreads();
    for (int i = 0; i < 10; i++) {
        v += s[(t + i) % 64];       //~ ERROR race
        __syncthreads();
        s[t] = v;                   //~ ERROR race
        if (i == n) continue;
        __syncthreads();
    }
    out[t] = v;
}
