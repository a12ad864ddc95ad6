//@ flags: --block 32 --grid 1 --warp-sync 16
//@ verdict: races=refuted divergence=proved
// Thread 15 reads what thread 16, of the next warp of 16, stores.
__global__ void k(int *out) {
    __shared__ int s[33];
    int t = threadIdx.x;
    s[t] = t;                   //~ ERROR race
    out[t] = s[(t + 1) % 32];   //~ ERROR race
}
