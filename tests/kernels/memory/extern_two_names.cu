//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// All extern shared arrays start at the same address: ints and floats are the same memory.
__global__ void k(float *out) {
    extern __shared__ int a[];
    extern __shared__ float b[];
    int t = threadIdx.x;
    a[t] = t;                   //~ ERROR race
    out[t] = b[(t + 1) % 64];   //~ ERROR race
}
