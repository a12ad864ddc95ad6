//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Two instances of a template have two arrays.
template <int N> __device__ int exchange(int v) {
    __shared__ int s[64];
    s[threadIdx.x] = v + N;
    __syncthreads();
    return s[63 - threadIdx.x];
}
__global__ void k(int *out) {
    int t = threadIdx.x;
    int v = exchange<1>(t);
    out[t] = exchange<2>(v);
}
