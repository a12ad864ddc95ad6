//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// In place, each thread stores what both neighbours load.
__global__ void k(float *a) {
    int t = threadIdx.x;
    if (t > 0 && t < 63) a[t] = 0.5f * (a[t - 1] + a[t + 1]); //~ ERROR race
}
