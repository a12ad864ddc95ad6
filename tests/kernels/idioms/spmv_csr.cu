//@ verdict: races=proved divergence=proved
// Sparse rows: loop bounds and loads depend on data, the store does not.
__global__ void k(const int *ptr, const int *col, const float *val, const float *x, float *y, int rows) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int i = ptr[row]; i < ptr[row + 1]; i++) sum += val[i] * x[col[i]];
    y[row] = sum;
}
