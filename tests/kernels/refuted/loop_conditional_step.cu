//@ flags: --block 32 --grid 1
//@ verdict: races=refuted
// The threads step over less than a row.
__global__ void k(int *out, int n, int width) {
    int t = threadIdx.x;
    bool active = t < width && width <= 32;
    int p = t;
    for (int i = 0; i < n; i++) {
        if (active) {
            out[p] = t + i; //~ ERROR WP0101
            p += width - 1;
        }
    }
}
