//@ revisions: good bad
//@ flags: --block 256
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// good: Quotient and remainder of one number: the row of the picture is wider than that of the grid.
// bad: The row of the picture is too narrow by one.
__global__ void k(int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int row = g / 175, column = g % 175;
#ifdef bad
    out[row * 174 + column] = g; //[bad]~ ERROR WP0101
#else
    out[row * 219 + column] = g;
#endif
}
