//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved assertions=refuted
// The store of the last iteration is not the one before the loop.
__global__ void k(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    for (int i = 0; i < n; i++) {
        __assert(s[t] == 0); //~ ERROR assert
        s[t] = i + 1;
    }
    out[t] = s[t];
}
