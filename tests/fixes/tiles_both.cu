// fix: insert `__syncthreads();` in front of `sum += s[63 - threadIdx.x];` and at the end of the body of `for (int k = 0; k < tiles; k++)`
// One barrier is not enough: what is read has to be there, and may be overwritten only when all have read it.
//@ requires blockDim.x == 64
__global__ void sums(int *out, const int *in, int tiles) {
    __shared__ int s[64];
    int sum = 0;
    for (int k = 0; k < tiles; k++) {
        s[threadIdx.x] = in[k * 64 + threadIdx.x];
        sum += s[63 - threadIdx.x];
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}
