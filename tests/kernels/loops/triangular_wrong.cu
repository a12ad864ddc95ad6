//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Row t starts at 4t but is t + 1 long: rows 4 and more run into the next one.
__global__ void k(float *a) {
    int tid = threadIdx.x;
    for (int j = 0; j <= tid; j++) a[4 * tid + j] = 1.0f; //~ ERROR race
}
