//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// t - 1 wraps for t = 0: only thread 0 passes.
__global__ void k(int *a) {
    if (threadIdx.x - 1 > 1000) a[0] = threadIdx.x;
}
