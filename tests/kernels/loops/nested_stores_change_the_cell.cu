//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The inner loop does not store to `s`, the outer one does.
__global__ void k(int *out, int *o2) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            out[2 * t + s[t]] = j; //~ ERROR race
            o2[3 * t + j] = 1;
        }
        s[t] = s[t] + 1;
    }
}
