//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
// Whoever enters the function comes out of it, so the threads of a block stay together in the outer loop.
__device__ int steps(float x, float c, int limit) {
    float y = x;
    for (int i = 0; i < limit; i++) {
        if (y > 4.0f) return i;
        y = y * y + c;
        if (y < -4.0f) return i + 1;
        y = y * x;
    }
    return limit;
}
__global__ void k(const float *in, int *out, int rounds) {
    __requires(rounds <= 1000);
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int r = 0; r < rounds; r++) {
        if (in[r] > 9.0f) break;
        s[t] = steps(in[t], in[r], 50);
        __syncthreads();
        out[(blockIdx.x * rounds + r) * 64 + t] = s[63 - t];
        __syncthreads();
    }
}
