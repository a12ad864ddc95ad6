//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Threads 0 and 1 pass the return and both store.
__global__ void k(int *a) {
    int tid = threadIdx.x;
    if (tid > 1) {
        a[tid] = 1;
        return;
    }
    a[0] = tid; //~ ERROR race
}
