//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// A fence orders the accesses of one thread; it does not wait for another one.
__global__ void k(int *a, int *b) {
    int tid = threadIdx.x;
    a[tid] = tid;          //~ ERROR race
    __threadfence();
    b[tid] = a[tid ^ 1];   //~ ERROR race
}
