//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved assertions=proved
// j is 3 * i in every iteration.
__global__ void k(int *a) {
    int j = 0;
    for (int i = 0; i < 10; i++) {
        __assert(j == 3 * i);
        a[threadIdx.x * 32 + j] = i;
        j += 3;
    }
}
