//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The right halo lands on cell 64, which is the interior cell of thread 63.
__global__ void k(const float *in, float *out) {
    __shared__ float s[66];
    int t = threadIdx.x;
    s[t + 1] = in[t];                 //~ ERROR race
    if (t == 0) s[64] = in[64];       //~ ERROR race
    __syncthreads();
    out[t] = s[t] + s[t + 1];
}
