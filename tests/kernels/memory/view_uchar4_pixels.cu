//@ flags: --block 16,16
//@ verdict: races=proved divergence=proved
// One pixel of four bytes a thread.
__global__ void k(uchar4 *image, int w, int h) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x < w && y < h) {
        uchar4 p = image[y * w + x];
        unsigned char grey = (p.x + p.y + p.z) / 3;
        image[y * w + x] = make_uchar4(grey, grey, grey, p.w);
    }
}
