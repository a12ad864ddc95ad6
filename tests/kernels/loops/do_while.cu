//@ flags: --grid 1
//@ verdict: races=proved divergence=proved
// The first iteration runs unconditionally; the cell is always tid modulo the block size.
__global__ void k(int *a, int n) {
    int i = threadIdx.x;
    do {
        a[i] = i;
        i += blockDim.x;
    } while (i < n);
}
