//@ flags: --block 64 --grid 1 --benign
//@ verdict: races=refuted divergence=proved
// The same expression has another value in another thread.
__global__ void k(int *a) {
    a[0] = threadIdx.x / 32;  //~ ERROR race
}
