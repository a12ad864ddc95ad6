//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// One round of the loop more than there are elements for each thread.
__global__ void k(int *a) {
    int i = 0;
again:
    a[threadIdx.x * 4 + i] = i; //~ ERROR race
    if (++i < 5) goto again;
}
