//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// The accesses in front of a trap count, those of the other threads too.
__global__ void k(int *a, int n) {
    a[0] = threadIdx.x; //~ ERROR race
    if (n > 3) __trap();
}
__global__ void only_before(int *a, int n) {
    if (n < 4) return;
    a[0] = threadIdx.x; //~ ERROR race
    __trap();
}
