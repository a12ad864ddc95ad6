//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Thread 31 and thread 32 both store to cell 62.
__global__ void k(int *a) {
    int t = threadIdx.x;
    a[t < 32 ? 2 * t : 2 * t - 2] = t; //~ ERROR race
}
