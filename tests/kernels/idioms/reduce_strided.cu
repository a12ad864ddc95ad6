//@ flags: --block 256
//@ verdict: races=proved divergence=proved
// Contiguous threads, strided cells: thread t works on cells 2dt and 2dt + d.
__global__ void k(const int *in, int *out) {
    __shared__ int s[256];
    int tid = threadIdx.x;
    s[tid] = in[blockIdx.x * 256 + tid];
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        int i = 2 * d * tid;
        if (i < 256) s[i] += s[i + d];
        __syncthreads();
    }
    if (tid == 0) out[blockIdx.x] = s[0];
}
