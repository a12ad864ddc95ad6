//@ flags: --block 32 --grid 1 --warp-sync 32
//@ verdict: races=proved divergence=proved
// In every iteration all lanes store before the next one loads.
__global__ void k(int *out, int n) {
    __shared__ int s[32];
    int t = threadIdx.x, v = 0;
    s[t] = t;
    for (int i = 0; i < n; i++) {
        v += s[(t + 1) % 32];
        s[t] = v;
    }
    out[t] = v;
}
