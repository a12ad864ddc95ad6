//@ flags: --grid 1
//@ verdict: races=proved divergence=proved
// The step is the block size, known only at launch.
__global__ void k(int *a, int n) {
    int step = blockDim.x;
    for (int i = threadIdx.x; i < n; i += step) a[i] = i;
}
