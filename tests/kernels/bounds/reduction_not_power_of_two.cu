//@ flags: --block 96 --grid 1
//@ verdict: divergence=proved bounds=refuted
// Interleaved reduction of 96 cells: with d = 64 thread 0 loads s[64], but with d = 32 thread 64 loads s[96].
__device__ int out[1];
__global__ void k() {
    __shared__ int s[96];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    for (int d = 1; d < 96; d *= 2) {
        if (t % (2 * d) == 0) s[t] += s[t + d]; //~ ERROR bounds
        __syncthreads();
    }
    if (t == 0) out[0] = s[0];
}
