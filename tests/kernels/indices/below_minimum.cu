//@ flags: --block 16,16
//@ verdict: races=proved
// A column below the smaller of two widths is below the width of the rows.
__global__ void k(int *out, int n, int m) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < min(n, m) && y < max(n, m)) out[y * n + x] = x + y;
}
