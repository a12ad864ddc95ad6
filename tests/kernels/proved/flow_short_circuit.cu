//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Only cells from 32 on are loaded, only cells below 32 are stored.
__global__ void k(int *a) {
    int t = threadIdx.x;
    if (t >= 32 && a[t] > 0) a[t - 32] = 1;
}
