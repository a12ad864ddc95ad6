//@ flags: --block 64 --grid 1 --loop-unwind 2
//@ verdict: races=refuted
//@ gap: races=unknown the race is in the fourth iteration, and the search ends after two
__global__ void k(int *a, int n) {
    for (int i = 0; i < n; i++) {
        if (i == 3)
            a[0] = threadIdx.x;
    }
}
