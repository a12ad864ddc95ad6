//@ flags: --block 16,16 --grid 2,2
//@ verdict: races=refuted divergence=proved
// Nothing ties h to the launch: with h == 1 cells x + y collide.
__global__ void k(float *out, const float *in, int w, int h) {
    int x = blockIdx.x * 16 + threadIdx.x;
    int y = blockIdx.y * 16 + threadIdx.y;
    out[x * h + y] = in[y * w + x]; //~ ERROR race
}
