//@ flags: --block 64 --grid 1 --without exit-arrives
//@ verdict: divergence=refuted
__global__ void k(int *a, int n) {
    if (threadIdx.x >= n)
        return;
    __syncthreads(); //~ ERROR divergence
    a[threadIdx.x] = 1;
}
