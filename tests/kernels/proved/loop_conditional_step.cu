//@ flags: --block 32 --grid 1
//@ verdict: races=proved
// Only some threads move on, but each of them does so in every iteration.
__global__ void k(int *out, int n, int width) {
    int t = threadIdx.x;
    bool active = t < width && width <= 32;
    int p = t;
    for (int i = 0; i < n; i++) {
        if (active) {
            out[p] = t + i;
            p += width;
        }
    }
}
