// proved under: blockDim.x == 32 && gridDim.x == 1
// A work-efficient scan of 64 elements. What a level reads is what the levels before it wrote, which no closed form tells; with
// two elements a thread the levels can be unrolled.
__global__ void scan(float *out, const float *in) {
    __shared__ float s[64];
    int t = threadIdx.x, offset = 1, n = 2 * blockDim.x;
    s[2 * t] = in[2 * t];
    s[2 * t + 1] = in[2 * t + 1];
    for (int d = n >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (t == 0) s[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            float low = s[offset * (2 * t + 1) - 1];
            s[offset * (2 * t + 1) - 1] = s[offset * (2 * t + 2) - 1];
            s[offset * (2 * t + 2) - 1] += low;
        }
    }
    __syncthreads();
    out[2 * t] = s[2 * t];
    out[2 * t + 1] = s[2 * t + 1];
}
