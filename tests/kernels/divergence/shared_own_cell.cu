//@ flags: --block 64 --grid 1
//@ verdict: races=!refuted divergence=refuted
// Each thread decides by its own cell.
__global__ void k(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    if (s[t] > 0) __syncthreads(); //~ ERROR divergence
    out[t] = s[t];
}
