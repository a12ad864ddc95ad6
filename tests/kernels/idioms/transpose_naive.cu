//@ flags: --block 16,16
//@ verdict: races=proved divergence=proved
// Guards keep x < w and y < h, so x * h + y is injective.
__global__ void k(float *out, const float *in, int w, int h) {
    int x = blockIdx.x * 16 + threadIdx.x;
    int y = blockIdx.y * 16 + threadIdx.y;
    if (x < w && y < h) out[x * h + y] = in[y * w + x];
}
