//@ flags: --block 64 --grid 1
//@ verdict: divergence=refuted
// c is assigned constants only, but which one depends on the thread.
__global__ void k(int *out) {
    int t = threadIdx.x, c = 0;
    if (t > 20) c = 1;
    if (c) __syncthreads(); //~ ERROR divergence
    out[t] = 1;
    __syncthreads();
    out[t] += 1;
}
