//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Pointer against end pointer, inside the thread's own eight cells.
__global__ void k(int *a) {
    int *p = a + threadIdx.x * 8;
    int *end = p + 8;
    while (p != end) *p++ = 0;
}
