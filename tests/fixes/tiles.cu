// fix: insert `__syncthreads();` at the end of the body of `for (int k = 0; k < tiles; k++)`
// The next tile is stored while others still read this one.
//@ requires blockDim.x == 8
__global__ void products(int *out, const int *in, int tiles) {
    __shared__ int s[8];
    int sum = 0;
    for (int k = 0; k < tiles; k++) {
        s[threadIdx.x] = in[k * 8 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 8; j++) sum += s[j];
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
