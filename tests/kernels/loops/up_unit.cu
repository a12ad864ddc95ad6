//@ verdict: races=proved divergence=proved
// Row-major private rows: cell gid * 8 + i with 0 <= i < 8.
__global__ void k(int *a) {
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < 8; i++) a[gid * 8 + i] = i;
}
