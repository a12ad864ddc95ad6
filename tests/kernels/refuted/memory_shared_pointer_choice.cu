//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Even threads store to a[t / 4]: threads 0 and 2 meet; odd threads have cells of their own in b.
__global__ void k(int *out) {
    __shared__ int a[64], b[64];
    int t = threadIdx.x;
    int *p = (t & 1) ? &b[t] : &a[t / 4];
    *p = t; //~ ERROR race
    __syncthreads();
    out[t] = *p;
}
