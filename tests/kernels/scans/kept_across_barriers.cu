//@ verdict: races=proved divergence=proved assertions=proved
// What was stored is still there some barriers later: the places are those that the threads chose themselves.
__global__ void scatter(int *out, const int *in) {
    __shared__ int place[1024];
    __shared__ int sum[1024];
    int t = threadIdx.x;
    place[t] = blockDim.x - 1 - t;
    sum[t] = in[t];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int below = t >= d ? sum[t - d] : 0;
        __syncthreads();
        sum[t] += below;
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + place[t]] = sum[t];
}
