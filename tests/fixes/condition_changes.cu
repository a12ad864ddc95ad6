// fix: none
// The condition would have another value when it is asked again, and behind it or in front of it the barrier orders nothing.
__global__ void reverse(int *out, const int *in, int n) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    if (t < n) {
        s[t] = in[t];
        n--;
        __syncthreads();
        out[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t];
    }
}
