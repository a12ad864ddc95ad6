//@ flags: --block 64
//@ verdict: races=proved divergence=proved
// The same chunks with min() as bound, over all blocks.
__global__ void k(int *a, int n) {
    int t = blockIdx.x * 64 + threadIdx.x;
    for (int i = t * 4; i < min(n, t * 4 + 4); i++) a[i] = 1;
}
