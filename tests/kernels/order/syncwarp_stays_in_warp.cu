//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Two warps, but each reads only the 32 cells of its own.
__global__ void k(int *out) {
    __shared__ int s[64];
    int tid = threadIdx.x;
    s[tid] = tid;
    __syncwarp();
    out[tid] = s[tid / 32 * 32 + (tid + 1) % 32];
}
