//@ flags: --block 4,4 --grid 10,10 --warp-sync 16
//@ verdict: races=proved divergence=proved
// The whole block is one warp.
__global__ void k(float *out) {
    __shared__ float s[4][4];
    int x = threadIdx.x, y = threadIdx.y;
    s[y][x] = x;
    s[y][x] += s[x][y];
}
