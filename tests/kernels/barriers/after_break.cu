//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// A uniform break leaves the loop before its barrier.
__global__ void k(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    for (int i = 0; i < 10; i++) {
        s[t] = i;                   //~ ERROR race
        if (i == n) break;
        __syncthreads();
        out[t] = s[t];
        __syncthreads();
    }
    out[t + 64] = s[63 - t];        //~ ERROR race
}
