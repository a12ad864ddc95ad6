//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// *p++ walks cell by cell through the neighbours' cells.
__global__ void k(int *a) {
    int *p = a + threadIdx.x;
    for (int i = 0; i < 2; i++) *p++ = i; //~ ERROR race
}
