//@ flags: --block 64 --grid 1
//@ verdict: races=proved assertions=proved
// The precondition implies the assertion.
__global__ void k(int *a, int n) {
    __requires(n > 10);
    __assert(n * 2 > 20);
    a[threadIdx.x] = n;
}
