//@ flags: --block 64 --grid 1
//@ kernel: good races=proved divergence=proved
//@ kernel: bad races=refuted divergence=proved
// Verdicts are per kernel.
__global__ void good(int *a) { a[threadIdx.x] = 1; }
__global__ void bad(int *a) {
    a[threadIdx.x / 2] = 1; //~ ERROR race
}
