// fix: insert `__syncthreads();` in front of `for (int k = 0; k < n; k++)`
// Pragmas and clauses stay with the loop that they stand above.
//@ requires n <= blockDim.x
__global__ void sums(int *out, const int *in, int n) {
    __shared__ int s[1024];
    int sum = 0;
    s[threadIdx.x] = in[threadIdx.x];

    // Each thread adds up the first elements.
    #pragma unroll 1
    //@ loop invariant k >= 0;
    for (int k = 0; k < n; k++)
        sum += s[k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
