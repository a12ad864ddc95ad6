//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// t - 32 is unsigned, so it is never negative: for t < 32 it is huge and passes the test as well.
__global__ void k(int *a) {
    if (threadIdx.x - 32 >= 0) a[0] = threadIdx.x; //~ ERROR race
}
