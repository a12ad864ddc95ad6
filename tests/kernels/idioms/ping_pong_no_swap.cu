//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Only the copy back is missing its barrier: the tail of a step meets the head of the next.
__global__ void k(float *out, int steps) {
    __shared__ float a[64], b[64];
    int t = threadIdx.x;
    a[t] = (float)t;
    __syncthreads();
    for (int i = 0; i < steps; i++) {
        b[t] = a[(t + 1) % 64]; //~ ERROR race
        __syncthreads();
        a[t] = b[t];            //~ ERROR race
    }
    out[t] = a[t];
}
