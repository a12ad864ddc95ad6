//@ flags: --block 64 --grid 1
//@ verdict: races=proved assertions=refuted
// Holds in the first nine iterations only.
__global__ void k(int *a) {
    int j = 0;
    for (int i = 0; i < 10; i++) {
        __assert(j != 27); //~ ERROR assert
        a[threadIdx.x * 32 + j] = i;
        j += 3;
    }
}
