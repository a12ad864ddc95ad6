// proved under: gridDim.x == 1 && blockDim.x <= 32 && (blockDim.x & (blockDim.x - 1)) == 0
// A work-efficient scan of up to 64 elements, two for each thread: right for powers of two that fit the array.
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
