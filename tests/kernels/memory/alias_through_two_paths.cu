//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// One shared array under two names: a pointer variable and the array itself.
__global__ void k(int *out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    int *upper = s + 64;
    upper[t - 64] = t;      //~ ERROR race
    out[t] = s[(t + 1) % 64]; //~ ERROR race
}
