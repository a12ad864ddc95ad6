//@ verdict: races=proved divergence=proved
// The pointer walks with a stride of all threads.
__global__ void k(int *a, int n) {
    int *p = a + blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < n; i++) {
        *p = i;
        p += gridDim.x * blockDim.x;
    }
}
