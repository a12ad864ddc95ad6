//@ revisions: good bad
//@ flags: --block 32 --grid 1
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// good: Only some threads move on, but each of them does so in every iteration.
// bad: The threads step over less than a row.
__global__ void k(int *out, int n, int width) {
    int t = threadIdx.x;
    bool active = t < width && width <= 32;
    int p = t;
    for (int i = 0; i < n; i++) {
        if (active) {
            out[p] = t + i; //[bad]~ ERROR WP0101
#ifdef bad
            p += width - 1;
#else
            p += width;
#endif
        }
    }
}
