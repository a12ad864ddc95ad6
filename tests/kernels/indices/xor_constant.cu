//@ flags: --block 128 --grid 1
//@ verdict: races=proved divergence=proved
//@ gap: races=possible exclusive or with an unknown value
// Exclusive or with a uniform value is injective.
__global__ void k(int *a, int m) {
    int t = threadIdx.x;
    a[(t ^ m) & 127] = t;
}
