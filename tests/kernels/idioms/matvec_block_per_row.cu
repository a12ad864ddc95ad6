//@ flags: --block 128
//@ verdict: races=proved divergence=proved
// One block a row, partial sums in shared memory.
__global__ void k(const float *a, const float *x, float *y, int cols) {
    __shared__ float s[128];
    int t = threadIdx.x;
    float sum = 0.0f;
    for (int c = t; c < cols; c += 128) sum += a[blockIdx.x * cols + c] * x[c];
    s[t] = sum;
    for (int d = 64; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) s[t] += s[t + d];
    }
    if (t == 0) y[blockIdx.x] = s[0];
}
