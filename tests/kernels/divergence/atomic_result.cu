//@ flags: --block 64 --grid 1
//@ verdict: divergence=refuted
// Each thread gets another old value.
__global__ void k(int *count, int *out) {
    int t = threadIdx.x;
    int old = atomicAdd(count, 1);
    if (old & 1) __syncthreads(); //~ ERROR divergence
    out[t] = 1;
    __syncthreads();
    out[t] += 1;
}
