//@ flags: --block 64 --grid 1
//@ verdict: races=inconclusive|refuted
// In truth a race for n > 128: s is 1, 2, ..., 128, 0, 0, ... and the loop is left by the break.
__global__ void k(int *a, unsigned char n) {
    int i = 0;
    for (unsigned char s = 1; s < n; s *= 2) {
        i++;
        if (i > 20) break;
    }
    if (i == 21) a[0] = threadIdx.x;
}
