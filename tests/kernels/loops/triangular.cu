//@ flags: --grid 1 --effort 10
//@ verdict: races=!refuted divergence=proved
// True: no race. Whether it is proved depends on how far the solver gets: a product of a quadratic index and the block size.
// Each thread walks the lower triangle of its own n by n matrix, stored interleaved by thread. All signed: the
// unsigned product would wrap for large n and the cells would collide.
__global__ void k(float *a, int n) {
    int threads = blockDim.x, tid = threadIdx.x;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) a[(i * n + j) * threads + tid] = 1.0f;
}
