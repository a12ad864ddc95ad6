//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Each case stores to a residue class of its own, fall-through included.
__global__ void k(int *a) {
    int t = threadIdx.x;
    switch (t % 4) {
    case 0: a[4 * t] = 0; break;
    case 1: a[4 * t] = 1;
    case 2: a[4 * t + 1] = 2; break;
    default: a[4 * t + 2] = 3;
    }
}
