//@ flags: --grid 1
//@ verdict: races=proved divergence=proved
// The same with shifts, for every block size.
__global__ void k(int *out) {
    extern __shared__ int s[];
    int tid = threadIdx.x;
    s[tid] = tid;
    __syncthreads();
    for (int d = blockDim.x >> 1; d > 0; d >>= 1) {
        if (tid < d) s[tid] += s[tid + d];
        __syncthreads();
    }
    if (tid == 0) out[0] = s[0];
}
