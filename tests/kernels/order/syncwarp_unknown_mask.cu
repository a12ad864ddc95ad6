//@ flags: --block 32 --grid 1
//@ verdict: races=!proved
// Whom the barrier waits for is up to the caller.
__global__ void k(int *out, unsigned mask) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = t;
    __syncwarp(mask);
    out[t] = s[t ^ 1];
}
