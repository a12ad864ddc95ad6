//@ flags: --block 32 --grid 1
//@ verdict: races=proved divergence=proved
// The block is one warp.
__global__ void k(int *out) {
    __shared__ int s[32];
    int tid = threadIdx.x;
    s[tid] = tid;
    __syncwarp();
    out[tid] = s[(tid + 1) % 32];
}
