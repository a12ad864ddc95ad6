//@ flags: --block 32 --grid 1
//@ verdict: races=!proved
// The upper half meets the lower one at the lower one's first barrier, not at the second: what stands between the two
// barriers of the lower half is unordered with what follows the upper half's.
__global__ void k(int *out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 16) __syncwarp();
    if (t < 16) s[t] = t;
    __syncwarp();
    if (t >= 16) out[t] = s[t - 16];
}
