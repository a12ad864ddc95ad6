// fix: close `if (t < n)` in front of `__syncthreads();` and open it again behind it
// The barrier orders what is in front of it and what is behind it, both under the condition.
//@ requires n <= blockDim.x
__global__ void reverse(int *out, const int *in, int n) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    if (t < n) {
        s[t] = in[t];
        __syncthreads();
        out[blockIdx.x * blockDim.x + t] = s[n - 1 - t];
    }
}
