//@ verdict: races=proved divergence=proved
// One cell a thread, guards on row and column, every size symbolic.
__global__ void k(const float *a, const float *b, float *c, int m, int n, int p) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || col >= p) return;
    float sum = 0.0f;
    for (int i = 0; i < n; i++) sum += a[row * n + i] * b[i * p + col];
    c[row * p + col] = sum;
}
