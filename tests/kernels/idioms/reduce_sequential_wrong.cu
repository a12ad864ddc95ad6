//@ flags: --block 256 --grid 1
//@ verdict: races=refuted divergence=proved
// `tid <= d`: thread d stores s[d], which thread 0 loads.
__global__ void k(const float *in, float *out) {
    __shared__ float s[512];
    int tid = threadIdx.x;
    s[tid] = in[tid];
    s[tid + 256] = 0.0f;
    __syncthreads();
    for (int d = 128; d > 0; d >>= 1) {
        if (tid <= d) s[tid] += s[tid + d]; //~ ERROR race
        __syncthreads();
    }
    if (tid == 0) out[0] = s[0];
}
