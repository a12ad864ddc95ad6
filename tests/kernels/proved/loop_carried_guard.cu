//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// Only thread 0 ever sets its flag.
__global__ void k(int *a) {
    bool again = false;
    for (int r = 0; r < 2; r++) {
        if (again) a[0] = threadIdx.x;
        again = threadIdx.x == 0;
    }
}
