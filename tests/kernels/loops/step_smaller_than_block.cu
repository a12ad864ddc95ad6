//@ flags: --block 64 --grid 1
//@ verdict: races=refuted divergence=proved
// Steps of 32 with 64 threads: thread 0 in iteration 1 and thread 32 in iteration 0 store to a[32].
__global__ void k(int *a, int n) {
    for (int i = threadIdx.x; i < n; i += 32) a[i] = i; //~ ERROR race
}
