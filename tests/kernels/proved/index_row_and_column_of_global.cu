//@ flags: --block 256
//@ verdict: races=proved
// Quotient and remainder of one number: the row of the picture is wider than that of the grid.
__global__ void k(int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int row = g / 175, column = g % 175;
    out[row * 219 + column] = g;
}
