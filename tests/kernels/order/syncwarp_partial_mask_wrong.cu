//@ flags: --block 32 --grid 1
//@ verdict: races=refuted divergence=proved
// The lower half waits for itself only.
__global__ void k(int *out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = t;                             //~ ERROR race
    if (t < 16) __syncwarp(0x0000ffff);
    out[t] = s[t ^ 16];                   //~ ERROR race
}
