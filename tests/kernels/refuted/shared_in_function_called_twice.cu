//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The shared array of a function is one object, however often the function is inlined: the load of the first call and the
// store of the second are unordered.
__device__ int exchange(int v) {
    __shared__ int s[64];
    s[threadIdx.x] = v;              //~ ERROR race
    __syncthreads();
    return s[63 - threadIdx.x];      //~ ERROR race
}
__global__ void k(int *out) {
    int t = threadIdx.x;
    int v = exchange(t);
    out[t] = exchange(v + 1);
}
