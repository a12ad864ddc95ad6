//@ verdict: races=proved divergence=proved assertions=proved
// The assertion restates the guard.
__global__ void k(int *a, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g < n) {
        __assert(g >= 0);
        __assert(g <= n - 1);
        a[g] = 1;
    }
}
