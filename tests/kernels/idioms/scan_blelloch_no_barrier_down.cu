//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The down-sweep lacks its barrier: a level's stores meet the next level's loads.
__global__ void k(const int *in, int *out) {
    __shared__ int s[128];
    int t = threadIdx.x, off = 64;
    s[2 * t] = in[2 * t];
    s[2 * t + 1] = in[2 * t + 1];
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        if (t < d) {
            int ai = off * (2 * t + 1) - 1, bi = off * (2 * t + 2) - 1;
            int v = s[ai]; //~ ERROR race
            s[ai] = s[bi]; //~ ERROR race
            s[bi] = v;     //~ ERROR race
        }
        off >>= 1;
    }
    __syncthreads();
    out[2 * t] = s[2 * t];
    out[2 * t + 1] = s[2 * t + 1];
}
