//@ equiv: halves neighbours => equivalent
//@ equiv: serial halves => equivalent
//@ equiv: serial neighbours => equivalent
//@ equiv: halves halves_from_two => different
//@ equiv: neighbours neighbours_short => different
//@ equiv: serial serial_but_last => different
//@ equiv: halves_real neighbours_real => equivalent real-arithmetic
// Reductions of blocks of any power of two: the trees differ, the sums do not.

//@ requires (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void halves(int *out, const int *in) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (t < d) s[t] += s[t + d];
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
        if (t % (2 * d) == 0) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
//@ requires (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void serial(int *out, const int *in) {
    int sum = 0;
    for (unsigned i = 0; i < blockDim.x; i++) sum += in[blockIdx.x * blockDim.x + i];
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
//@ requires (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void neighbours_short(int *out, const int *in) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int d = 1; d < blockDim.x / 2; d *= 2) {
        if (t % (2 * d) == 0) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

//@ requires (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void serial_but_last(int *out, const int *in) {
    int sum = 0;
    for (unsigned i = 0; i < blockDim.x - 1; i++) sum += in[blockIdx.x * blockDim.x + i];
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
//@ requires (blockDim.x & (blockDim.x - 1)) == 0;
__global__ void halves_from_two(int *out, const int *in) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int d = blockDim.x / 2; d > 1; d /= 2) {
        if (t < d) s[t] += s[t + d];
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
        if (t < d) s[t] += s[t + d];
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
        if (t % (2 * d) == 0) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
