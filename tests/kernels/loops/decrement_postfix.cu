//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// `while (i--)` runs with i = 3, 2, 1, 0.
__global__ void k(int *a) {
    int i = 4;
    while (i--) a[threadIdx.x * 4 + i] = i;
}
