//@ flags: --block 64 --grid 1
//@ verdict: races=proved divergence=proved
// The condition does not depend on the thread once the ternary is worked out: both arms are 1.
__global__ void k(int *a) {
    int t = threadIdx.x;
    int c = t < 10 ? 1 : 1;
    if (c) __syncthreads();
    a[t] = c;
}
