//@ verdict: races=proved divergence=proved
// The start differs by thread, but all threads of a block make the same number of steps: (n + 1) each.
__global__ void k(int *a, int n) {
    int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
    for (int i = t; i <= t + n; i++) {
        a[g] = i;
        __syncthreads();
    }
}
