//@ flags: --block 256
//@ verdict: races=proved divergence=proved
// Sequential addressing with two loads per thread at the start.
__global__ void k(const float *in, float *out, int n) {
    __shared__ float s[256];
    int tid = threadIdx.x;
    int i = blockIdx.x * 512 + tid;
    float v = i < n ? in[i] : 0.0f;
    if (i + 256 < n) v += in[i + 256];
    s[tid] = v;
    __syncthreads();
    for (int d = 128; d > 0; d >>= 1) {
        if (tid < d) s[tid] += s[tid + d];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = s[0];
}
