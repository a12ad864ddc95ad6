//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// The loop also runs for i == -1, which is the last cell of the row before (of a global array with room in front).
__global__ void k(int *a) {
    int *p = a + 8;
    for (int i = 7; i >= -1; i--) p[threadIdx.x * 8 + i] = i; //~ ERROR race
}
