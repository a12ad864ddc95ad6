//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Four bytes of the thread's own element.
__global__ void k(int *a, const int *b) {
    memcpy(&a[threadIdx.x], &b[threadIdx.x], 4);
}
