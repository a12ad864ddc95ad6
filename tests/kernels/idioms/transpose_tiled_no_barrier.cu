//@ flags: --block 16,16 --grid 1,1
//@ verdict: races=refuted divergence=proved
// The tile is read transposed without a barrier.
#define T 16
__global__ void k(float *out, const float *in) {
    __shared__ float tile[T][T + 1];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * T + x];    //~ ERROR race
    out[y * T + x] = tile[x][y];   //~ ERROR race
}
