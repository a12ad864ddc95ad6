//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
// One writer per block, and the barrier orders its store before all loads.
__global__ void k(int *b) {
    __shared__ int s[1];
    if (threadIdx.x == 0) s[0] = 1;
    __syncthreads();
    b[blockIdx.x * blockDim.x + threadIdx.x] = s[0];
}
