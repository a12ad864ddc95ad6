//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved
//[bad]@ verdict: races=refuted divergence=proved
// good: A barrier between the calls.
// bad: The shared array of a function is one object, however often the function is inlined: the load of the first call and the
// store of the second are unordered.
__device__ int exchange(int v) {
    __shared__ int s[64];
    s[threadIdx.x] = v; //[bad]~ ERROR race
    __syncthreads();
    return s[63 - threadIdx.x]; //[bad]~ ERROR race
}
__global__ void k(int *out) {
    int t = threadIdx.x;
    int v = exchange(t);
#ifndef bad
    __syncthreads();
#endif
    out[t] = exchange(v + 1);
}
