//@ flags: --block 64 --grid 1
//@ verdict: races=!refuted divergence=refuted
// The condition is data of the thread.
__global__ void k(const int *in, int *out) {
    int t = threadIdx.x, v = in[t];
    if (v > 0) {
        __syncthreads(); //~ ERROR divergence
    }
    out[t] = v;
}
