//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Offsets 0, 3, 6, 9, 12 with rows of 12: offset 12 of thread t is offset 0 of thread t+1.
__global__ void k(int *a) {
    for (int i = 0; i < 13; i += 3) a[threadIdx.x * 12 + i] = i; //~ ERROR race
}
