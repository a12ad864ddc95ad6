//@ flags: --block 8,8 --grid 1 --warp-sync 32
//@ verdict: races=refuted divergence=proved
// A warp is four rows of the block: the lower and the upper half of a column are of two warps.
__global__ void k(int *out) {
    __shared__ int s[8][8];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = x;                             //~ ERROR race
    out[y * 8 + x] = s[(y + 1) % 8][x];      //~ ERROR race
}
