//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// After the loop i is 64 + t: the loop makes 64 steps from t.
__global__ void k(int *a) {
    int i;
    for (i = threadIdx.x; i < threadIdx.x + 64; i++) {
    }
    a[i] = threadIdx.x;
}
