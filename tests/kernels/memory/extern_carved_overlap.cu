//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The second part starts in the middle of the first.
__global__ void k(float *out) {
    extern __shared__ int base[];
    int *a = base;
    float *b = (float *)(base + blockDim.x / 2);
    int t = threadIdx.x;
    a[t] = t;       //~ ERROR race
    b[t] = 0.5f;    //~ ERROR race
    __syncthreads();
    out[t] = a[t] + b[t];
}
