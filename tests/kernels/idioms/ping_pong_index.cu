//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// The same with a toggled index into one array.
__global__ void k(float *out, int steps) {
    __shared__ float s[2][64];
    int t = threadIdx.x, cur = 0;
    s[0][t] = (float)t;
    __syncthreads();
    for (int i = 0; i < steps; i++) {
        s[1 - cur][t] = s[cur][(t + 1) % 64];
        cur = 1 - cur;
        __syncthreads();
    }
    out[t] = s[cur][t];
}
