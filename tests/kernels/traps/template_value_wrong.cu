//@ flags: --block 16,16 --grid 4,4
//@ verdict: races=refuted divergence=proved
// B is 8 but blocks are 16 by 16: neighbouring tiles overlap.
template <int B> __global__ void k(float *c) {
    int row = blockIdx.y * B + threadIdx.y;
    int col = blockIdx.x * B + threadIdx.x;
    c[row * 64 + col] = (float)B; //~ ERROR race
}
template __global__ void k<8>(float *);
