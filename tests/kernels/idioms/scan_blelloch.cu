//@ flags: --block 64
//@ verdict: races=proved divergence=proved
// 128 elements, 64 threads: in each level thread t owns cells off*(2t+1)-1 and off*(2t+2)-1.
__global__ void k(const int *in, int *out) {
    __shared__ int s[128];
    int t = threadIdx.x, off = 1;
    s[2 * t] = in[blockIdx.x * 128 + 2 * t];
    s[2 * t + 1] = in[blockIdx.x * 128 + 2 * t + 1];
    for (int d = 64; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) s[off * (2 * t + 2) - 1] += s[off * (2 * t + 1) - 1];
        off *= 2;
    }
    if (t == 0) s[127] = 0;
    for (int d = 1; d < 128; d *= 2) {
        off >>= 1;
        __syncthreads();
        if (t < d) {
            int ai = off * (2 * t + 1) - 1, bi = off * (2 * t + 2) - 1;
            int v = s[ai];
            s[ai] = s[bi];
            s[bi] += v;
        }
    }
    __syncthreads();
    out[blockIdx.x * 128 + 2 * t] = s[2 * t];
    out[blockIdx.x * 128 + 2 * t + 1] = s[2 * t + 1];
}
