//@ flags: --block 64 --grid 1
//@ verdict: divergence=refuted
// Data decides who goes through the inner barrier.
__global__ void k(const int *in, int *out) {
    int t = threadIdx.x;
    if (in[t] > 0) __syncthreads(); //~ ERROR divergence
    out[t] = 1;
    __syncthreads();
    out[t] += 1;
}
