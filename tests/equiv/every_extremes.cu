//@ equiv: halves neighbours => equivalent
//@ equiv: serial halves => equivalent
//@ equiv: serial neighbours => equivalent
//@ equiv: halves halves_min => different
//@ equiv: serial_but_last neighbours => different
//@ equiv: halves_real neighbours_real => equivalent real-arithmetic
//@ equiv: product_halves product_neighbours => equivalent real-arithmetic
// Reductions of blocks of any power of two by the greatest element, and by the product.

//@ requires (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void halves(int *out, const int *in) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d) s[t] = max(s[t], s[t + d]);
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
//@ requires (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void neighbours(int *out, const int *in) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        if (t % (2 * d) == 0 && s[t] < s[t + d]) s[t] = s[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
//@ requires (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void serial(int *out, const int *in) {
    int best = in[blockIdx.x * blockDim.x];
    for (unsigned i = 1; i < blockDim.x; i++) best = max(best, in[blockIdx.x * blockDim.x + i]);
    if (threadIdx.x == 0) out[blockIdx.x] = best;
}
//@ requires (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void serial_but_last(int *out, const int *in) {
    int best = in[blockIdx.x * blockDim.x];
    for (unsigned i = 1; i < blockDim.x - 1; i++) best = max(best, in[blockIdx.x * blockDim.x + i]);
    if (threadIdx.x == 0) out[blockIdx.x] = best;
}
//@ requires (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void halves_min(int *out, const int *in) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d) s[t] = d > 1 ? max(s[t], s[t + d]) : min(s[t], s[t + d]);
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
//@ requires (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void halves_real(float *out, const float *in) {
    __shared__ float s[1024];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d) s[t] = fmaxf(s[t], s[t + d]);
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
//@ requires (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void neighbours_real(float *out, const float *in) {
    __shared__ float s[1024];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        if (t % (2 * d) == 0) s[t] = s[t] > s[t + d] ? s[t] : s[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
//@ requires (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void product_halves(float *out, const float *in) {
    __shared__ float s[1024];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d) s[t] *= s[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
//@ requires (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void product_neighbours(float *out, const float *in) {
    __shared__ float s[1024];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        if (t % (2 * d) == 0) s[t] *= s[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
