//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The unrolled last warp relies on lock-step execution, which CUDA no longer promises.
__global__ void k(const int *in, int *out) {
    __shared__ volatile int s[64];
    int tid = threadIdx.x;
    s[tid] = in[tid];
    __syncthreads();
    if (tid < 32) {
        s[tid] += s[tid + 32]; //~ ERROR race
        s[tid] += s[tid + 16]; //~ ERROR race
    }
    if (tid == 0) out[0] = s[0];
}
