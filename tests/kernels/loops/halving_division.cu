//@ flags: --block 128 --grid 1
//@ verdict: races=proved divergence=proved
// Halving by division: threads below s store below s and load in [s, 2s).
__global__ void k(int *out) {
    __shared__ int s[128];
    int tid = threadIdx.x;
    s[tid] = tid;
    __syncthreads();
    for (int d = 64; d > 0; d /= 2) {
        if (tid < d) s[tid] += s[tid + d];
        __syncthreads();
    }
    if (tid == 0) out[0] = s[0];
}
