//@ flags: --block 256 --grid 1
//@ verdict: races=refuted divergence=proved
// The plain clear of a bin races with another thread's atomic.
__global__ void k(const unsigned char *in, unsigned *hist) {
    __shared__ unsigned s[256];
    int t = threadIdx.x;
    s[t] = 0;                   //~ ERROR race
    atomicAdd(&s[in[t]], 1u);   //~ ERROR race
    __syncthreads();
    hist[t] = s[t];
}
