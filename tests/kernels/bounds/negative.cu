//@ flags: --block 64 --grid 1
//@ verdict: divergence=proved bounds=refuted
// Thread 0 loads s[-1].
__device__ int out[64];
__global__ void k() {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    out[t] = s[t - 1]; //~ ERROR bounds
}
