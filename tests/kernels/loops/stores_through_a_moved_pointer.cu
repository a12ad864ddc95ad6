//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// From the second iteration on, `p` points to the thread's own cell, which so does not stay 0.
__global__ void k(int *out) {
    __shared__ int s[64];
    __shared__ int other[64];
    int t = threadIdx.x;
    int *p = other;
    s[t] = 0;
    for (int i = 0; i < 8; i++) {
        out[2 * t + s[t]] = i; //~ ERROR race
        p[t] = i;
        p = s;
    }
}
