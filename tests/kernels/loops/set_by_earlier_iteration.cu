//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// `v` has no value before the loop: the second iteration sees what the first one assigned.
__global__ void k(int *a, int n) {
    int tid = threadIdx.x;
    int v;
    for (int i = 0; i < n; i++) {
        if (i == 0) v = tid + i * 1000;
        if (i == 1 && v == tid) a[0] = tid; //~ ERROR race
    }
}
