//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// n is a multiple of 64: all threads make n / 64 rounds.
__global__ void k(int *a, int m) {
    __requires(m >= 0);
    __requires(m <= 1000);
    int n = m * 64;
    for (int i = threadIdx.x; i < n; i += 64) {
        a[i] = 1;
        __syncthreads();
    }
}
