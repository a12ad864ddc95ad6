//@ verdict: races=refuted
// The elements may be negative: two threads meet.
__global__ void compact(int *out, const int *in) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    int step = in[blockIdx.x * blockDim.x + t];
    s[t] = step;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int below = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += below;
        __syncthreads();
    }
    if (step != 0)
        out[blockIdx.x * blockDim.x + s[t] - step] = t;
}
