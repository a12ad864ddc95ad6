//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// A barrier between the calls.
__device__ int exchange(int v) {
    __shared__ int s[64];
    s[threadIdx.x] = v;
    __syncthreads();
    return s[63 - threadIdx.x];
}
__global__ void k(int *out) {
    int t = threadIdx.x;
    int v = exchange(t);
    __syncthreads();
    out[t] = exchange(v + 1);
}
