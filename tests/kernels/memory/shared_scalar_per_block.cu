//@ flags: --block 64
//@ verdict: races=proved divergence=proved
// Each block has its own shared scalar; one thread stores it.
__global__ void k(const int *in, int *out) {
    __shared__ int pivot;
    if (threadIdx.x == 5) pivot = in[blockIdx.x];
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = pivot;
}
