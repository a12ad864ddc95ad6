//@ flags: --block 256
//@ verdict: races=refuted
// The row of the picture is too narrow by one.
__global__ void k(int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int row = g / 175, column = g % 175;
    out[row * 174 + column] = g; //~ ERROR WP0101
}
