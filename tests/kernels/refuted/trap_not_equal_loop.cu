//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// i = 4 of thread t and i = 0 of thread t+1 meet in cell 4t+4.
__global__ void k(int *a) {
    for (int i = 0; i != 5; i++) a[threadIdx.x * 4 + i] = i; //~ ERROR race
}
