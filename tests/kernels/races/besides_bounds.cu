//@ verdict: bounds=refuted races=refuted
//@ flags: --block 64 --grid 1
// A race that does not come of what is read out of bounds.
__global__ void besides(int *out) {
    __shared__ int s[63];
    int t = threadIdx.x;
    int v = s[t];           //~ ERROR WP0301
    out[t / 2] = t;         //~ ERROR WP0101
    out[64 + t] = v;
}
