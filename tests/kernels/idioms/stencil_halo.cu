//@ flags: --block 64
//@ verdict: races=proved divergence=proved
// Interior cells 1..64 by thread, cells 0 and 65 by threads 0 and 63.
__global__ void k(const float *in, float *out, int n) {
    __shared__ float s[66];
    int t = threadIdx.x, g = blockIdx.x * 64 + t;
    s[t + 1] = g < n ? in[g] : 0.0f;
    if (t == 0) s[0] = g > 0 ? in[g - 1] : 0.0f;
    if (t == 63) s[65] = g + 1 < n ? in[g + 1] : 0.0f;
    __syncthreads();
    if (g < n) out[g] = s[t] + s[t + 1] + s[t + 2];
}
