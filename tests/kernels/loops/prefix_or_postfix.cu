//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// After the postfix decrement of the condition, cells 0..4 are used by each thread, with rows of 4.
__global__ void k(int *a) {
    int i = 5;
    while (i-- > 0) a[threadIdx.x * 4 + i] = i; //~ ERROR race
}
