//@ flags: --block 16,16 --grid 2,2
//@ verdict: races=refuted divergence=proved
// The next tile is stored while slower threads still read this one.
#define B 16
__global__ void k(const float *a, const float *b, float *c, int wa) {
    __shared__ float as[B][B], bs[B][B];
    int tx = threadIdx.x, ty = threadIdx.y;
    int wb = gridDim.x * B;
    int row = blockIdx.y * B + ty, col = blockIdx.x * B + tx;
    float sum = 0.0f;
    for (int t = 0; t < wa / B; t++) {
        as[ty][tx] = a[row * wa + t * B + tx];        //~ ERROR race
        bs[ty][tx] = b[(t * B + ty) * wb + col];      //~ ERROR race
        __syncthreads();
        for (int i = 0; i < B; i++) sum += as[ty][i] * bs[i][tx]; //~ ERROR race
    }
    c[row * wb + col] = sum;
}
