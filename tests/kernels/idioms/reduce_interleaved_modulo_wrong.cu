//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// `tid % d == 0` lets thread d store s[d] while thread 0 loads it.
__global__ void k(const int *in, int *out) {
    __shared__ int s[128];
    unsigned tid = threadIdx.x;
    s[tid] = in[tid];
    s[tid + 64] = 0;
    __syncthreads();
    for (unsigned d = 1; d < 64; d *= 2) {
        if (tid % d == 0) s[tid] += s[tid + d]; //~ ERROR race
        __syncthreads();
    }
    if (tid == 0) out[0] = s[0];
}
