//@ flags: --block 64
//@ verdict: races=proved divergence=proved
// Quotient and remainder of the thread number rebuild it.
__global__ void k(float *a, int w) {
    __requires(w > 0);
    int g = blockIdx.x * 64 + threadIdx.x;
    int row = g / w, col = g % w;
    a[row * w + col] = 1.0f;
}
