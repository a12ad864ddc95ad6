//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Rows are 8 apart but 9 cells long.
__global__ void k(int *a) {
    for (int i = 0; i < 9; i++) a[threadIdx.x * 8 + i] = i; //~ ERROR race
}
