//@ flags: --block 64 --grid 1
//@ verdict: races=unknown
// The preconditions contradict each other: no launch satisfies them, so nothing is proved.
__global__ void k(int *a, int n) {
    __requires(n > 5);
    __requires(n < 3);
    a[0] = threadIdx.x;
}
