//@ verdict: races=proved divergence=proved
// Cell i * (number of threads) + gid: the remainder modulo the number of threads names the thread.
__global__ void k(int *a, int n) {
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    for (int i = 0; i < n; i++) a[i * threads + gid] = i;
}
