//@ flags: --block 64 --grid 4 --without no-counter-wrap
//@ verdict: races=proved divergence=proved
// The bound of the loop keeps the counter far from the end of its type.
__global__ void k(int *a, unsigned n) {
    __requires(n <= 100000);
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        a[i] = 1;
}
