//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
// Barriers stand between the plain store, the atomics and the plain loads.
__global__ void k(int *out) {
    __shared__ int total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    atomicAdd(&total, (int)threadIdx.x);
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = total;
}
