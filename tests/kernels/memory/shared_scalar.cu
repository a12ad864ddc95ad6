//@ flags: --block 64
//@ verdict: races=refuted divergence=proved
// All threads of a block store the shared scalar.
__global__ void k(const int *in, int *out) {
    __shared__ int pivot;
    pivot = in[threadIdx.x]; //~ ERROR race
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = pivot;
}
