//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Only thread 0 passes the return.
__global__ void k(int *a) {
    int tid = threadIdx.x;
    if (tid > 0) {
        a[tid] = 1;
        return;
    }
    a[0] = 2;
}
