//@ flags: --without launch-bounds
//@ verdict: races=proved divergence=proved
__global__ void k(int *a) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
