//@ flags: --block 16,16 --grid 4,4
//@ verdict: races=proved divergence=proved
// B is 16 in the only instance. Left free, B = 8 with 16 by 16 blocks would race.
template <int B> __global__ void k(float *c, int width) {
    __requires(width == 64);
    int row = blockIdx.y * B + threadIdx.y;
    int col = blockIdx.x * B + threadIdx.x;
    c[row * width + col] = (float)B;
}
template __global__ void k<16>(float *, int);
