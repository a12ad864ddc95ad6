//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The inner loop has its barrier only when i is odd; rounds 2k and the head of 2k + 1 are unordered.
__global__ void k(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x, v = 0;
    for (int i = 0; i < 4; i++) {
        s[(t + i) % 64] = i;            //~ ERROR race
        for (int j = 0; j < i % 2; j++) __syncthreads();
        v += s[t];                      //~ ERROR race
    }
    __syncthreads();
    out[t] = v;
}
