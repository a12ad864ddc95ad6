//@ flags: --block 64 --grid 1
//@ verdict: divergence=refuted
// One warp goes through the barrier, the other does not.
__global__ void k(int *out) {
    int t = threadIdx.x;
    if (t / 32 == 0) __syncthreads(); //~ ERROR divergence
    out[t] = 1;
    __syncthreads();
    out[t] += 1;
}
