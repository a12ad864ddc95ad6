//@ flags: --block 64 --grid 1
//@ verdict: divergence=refuted
// The compiler's names for barriers.
__global__ void counting(int *q) {
    if (threadIdx.x < 3) q[threadIdx.x] = __nvvm_bar0_popc(threadIdx.x);   //~ ERROR divergence
    __syncthreads();
}
