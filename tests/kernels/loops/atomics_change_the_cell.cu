//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The loop stores to `s` by atomics only.
__global__ void k(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    for (int i = 0; i < 3; i++) {
        atomicAdd(&s[t], 1);
        out[2 * t + s[t]] = i; //~ ERROR race
    }
}
