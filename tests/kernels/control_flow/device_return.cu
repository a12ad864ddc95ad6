//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The return leaves the callee only: every thread goes on to the store.
__device__ void leave_unless_first(int t) {
    if (t != 0) return;
}
__global__ void k(int *a) {
    leave_unless_first(threadIdx.x);
    a[0] = threadIdx.x; //~ ERROR race
}
