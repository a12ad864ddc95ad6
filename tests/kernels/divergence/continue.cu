//@ flags: --block 64 --grid 1
//@ verdict: races=!refuted divergence=refuted
// The continue skips the barrier in one round, a different one for each thread.
__global__ void k(int *a) {
    int t = threadIdx.x;
    for (int i = 0; i < 64; i++) {
        if (i == t) continue;
        a[t] = i;
        __syncthreads(); //~ ERROR divergence
    }
}
