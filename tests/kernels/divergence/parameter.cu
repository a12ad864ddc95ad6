//@ verdict: races=proved divergence=proved
// The condition is a parameter: all threads agree.
__global__ void k(int *a, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (n > 5) {
        a[g] = 1;
        __syncthreads();
    }
}
