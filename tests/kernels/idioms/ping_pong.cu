//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Two buffers exchanged as pointers after each barrier.
__global__ void k(float *out, int steps) {
    __shared__ float a[64], b[64];
    int t = threadIdx.x;
    float *from = a, *to = b;
    a[t] = (float)t;
    __syncthreads();
    for (int i = 0; i < steps; i++) {
        to[t] = from[(t + 1) % 64];
        __syncthreads();
        float *swap = from;
        from = to;
        to = swap;
    }
    out[t] = from[t];
}
