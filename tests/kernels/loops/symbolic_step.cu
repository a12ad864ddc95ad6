//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Nothing says that the step is a multiple of the block: step == 1 is a witness.
__global__ void k(int *a, int n, int step) {
    __requires(step > 0);
    for (int i = threadIdx.x; i < n; i += step) a[i] = i; //~ ERROR race
}
