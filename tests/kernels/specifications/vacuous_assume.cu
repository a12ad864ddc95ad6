//@ flags: --block 64 --grid 1
//@ verdict: races=unknown
// The assumption is false in every execution.
__global__ void k(int *a, int n) {
    __assume(n != n);
    a[0] = threadIdx.x;
}
