//@ flags: --block 32 --grid 1
//@ verdict: races=refuted
// Only some threads count down, but past zero all of those meet.
__global__ void k(int *out, int n) {
    unsigned t = threadIdx.x;
    bool active = t < 16;
    unsigned p = t;
    for (int i = 0; i < n; i++) {
        if (active) p -= 1;
        if (p > 1000) out[0] = t; //~ ERROR WP0101
    }
}
