//@ flags: --block 256 --grid 1
//@ verdict: races=refuted divergence=proved
// Two threads with the same input value increment the same bin without an atomic.
__global__ void k(const unsigned char *in, unsigned *hist) {
    __shared__ unsigned s[256];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    s[in[t]]++; //~ ERROR race
    __syncthreads();
    hist[t] = s[t];
}
