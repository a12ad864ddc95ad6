//@ flags: --grid 1
//@ verdict: races=proved divergence=proved
// p moves in step with i and stays the thread's own residue modulo the block size.
__global__ void k(int *a, int n) {
    int p = threadIdx.x;
    for (int i = 0; i < n; i++) {
        a[p] = i;
        p += blockDim.x;
    }
}
