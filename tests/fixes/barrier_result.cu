// fix: none
// What the threads agree on at the barrier is used: it is no statement of its own.
__global__ void count(int *out, const int *in, int n) {
    if (threadIdx.x < n) {
        int found = __syncthreads_count(in[threadIdx.x]);
        out[blockIdx.x * blockDim.x + threadIdx.x] = found;
    }
}
