//@ flags: --block 32 --grid 1 --warp-sync 32
//@ verdict: races=refuted divergence=proved
// Lock-step or not, which arm the warp executes first is the machine's choice.
__global__ void k(int *out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 16) s[t] = t;            //~ ERROR race
    else out[t] = s[t - 16];         //~ ERROR race
}
