//@ flags: --block 16,16
//@ verdict: races=refuted
// A column below the greater of two widths may be in the next row.
__global__ void k(int *out, int n, int m) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (n > 0 && x < max(n, m) && y < min(n, m)) out[y * n + x] = 1000 * x + y; //~ ERROR WP0101
}
