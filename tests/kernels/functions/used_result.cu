//@ flags: --block 32 --grid 1
//@ verdict: races=inconclusive
// The result of `printf` is not modelled: no proof, and no execution confirms a race that depends on it.
__global__ void k(int *a) {
    int n = printf("%d\n", threadIdx.x);
    if (n == 1000) a[0] = threadIdx.x;
}
