//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The load at the end of iteration k is unordered with the store at the start of iteration k+1.
__global__ void k(int *out) {
    __shared__ int s[64];
    int tid = threadIdx.x, sum = 0;
    for (int i = 0; i < 8; i++) {
        s[tid] = i * tid;             //~ ERROR race
        __syncthreads();
        sum += s[(tid + 1) % 64];     //~ ERROR race
    }
    out[tid] = sum;
}
