//@ flags: --block 32 --grid 1 --warp-sync 32
//@ verdict: races=refuted divergence=proved
// The lanes of the loop and those that skip it meet only behind the read.
__global__ void k(int *out, int n) {
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t % 2 == 0) {
        for (int i = 0; i < n; i++) s[t] = i; //~ ERROR race
    } else {
        out[t] = s[t - 1];                    //~ ERROR race
    }
}
