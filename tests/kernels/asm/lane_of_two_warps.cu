//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Each of the two warps has all lanes.
__global__ void k(int *out) {
    __shared__ int s[32];
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    s[lane] = threadIdx.x; //~ ERROR race
    __syncthreads();
    out[threadIdx.x] = s[lane];
}
