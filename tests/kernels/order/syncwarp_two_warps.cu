//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Thread 31 reads what thread 32, of the other warp, stores.
__global__ void k(int *out) {
    __shared__ int s[64];
    int tid = threadIdx.x;
    s[tid] = tid;                     //~ ERROR race
    __syncwarp();
    out[tid] = s[(tid + 1) % 64];     //~ ERROR race
}
