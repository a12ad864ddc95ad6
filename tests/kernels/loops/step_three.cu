//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// i is 0, 3, 6, 9 and each thread has 12 cells; the second store hits i + 1, again in the thread's row.
__global__ void k(int *a) {
    for (int i = 0; i < 12; i += 3) {
        a[threadIdx.x * 12 + i] = i;
        a[threadIdx.x * 12 + i + 1] = -i;
    }
}
