//@ equiv: modulo strided --block 8 --grid 2 => equivalent
//@ equiv: modulo sequential --block 8 --grid 2 => equivalent real-arithmetic
//@ equiv: modulo shuffled --block 8 --grid 2 => equivalent real-arithmetic
//@ equiv: modulo serial --block-a 8 --grid-a 2 --block-b 1 --grid-b 2 => equivalent real-arithmetic
//@ equiv: modulo descending --block 4 --grid 1 => different
//@ equiv: modulo strided --block 6 --grid 1 => different
//@ equiv: modulo late_barrier --block 8 --grid 2 => unknown premise
//@ equiv: sum_atomic sum_serial --block-a 4 --grid-a 2 --block-b 1 --grid-b 1 => equivalent real-arithmetic
//@ equiv: count_atomic count_serial --block-a 4 --grid-a 2 --block-b 1 --grid-b 1 => equivalent
//@ equiv: sum_atomic sum_atomic --block 4 --grid 2 => equivalent real-arithmetic
//@ equiv: sum_atomic sum_atomic --block 4 --grid 2 --without real-arithmetic => unknown not-granted
//@ equiv: count_atomic ticket --block 4 --grid 2 => different
//@ equiv: count_atomic unused_ticket --block 4 --grid 2 => unknown undefined
//@ equiv: modulo descending --requires blockDim.x==8 => different
//@ equiv: modulo strided --requires blockDim.x==8 => equivalent
//@ equiv: modulo sequential --requires blockDim.x==8 => equivalent real-arithmetic
// Reductions of a block. `descending` is the pair as printed in Li and Gopalakrishnan, section IV-E, which is not equivalent.

__global__ void modulo(float *out, const float *in) {
    __shared__ float s[32];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * 8 + t];
    __syncthreads();
    for (unsigned k = 1; k < blockDim.x; k *= 2) {
        if (t % (2 * k) == 0)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__global__ void strided(float *out, const float *in) {
    __shared__ float s[32];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * 8 + t];
    __syncthreads();
    for (unsigned k = 1; k < blockDim.x; k *= 2) {
        unsigned index = 2 * k * t;
        if (index + k < blockDim.x)
            s[index] += s[index + k];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__global__ void sequential(float *out, const float *in) {
    __shared__ float s[32];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * 8 + t];
    __syncthreads();
    for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__global__ void shuffled(float *out, const float *in) {
    float v = in[blockIdx.x * 8 + threadIdx.x];
    for (int k = 4; k > 0; k >>= 1)
        v += __shfl_xor_sync(0xff, v, k, 8);
    if (threadIdx.x == 0)
        out[blockIdx.x] = v;
}

__global__ void serial(float *out, const float *in) {
    float v = 0;
    for (int k = 0; k < 8; k++)
        v += in[blockIdx.x * 8 + k];
    out[blockIdx.x] = v;
}

__global__ void descending(float *out, const float *in) {
    __shared__ float s[32];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * 8 + t];
    __syncthreads();
    for (unsigned k = blockDim.x / 2; k > 0; k >>= 2) {
        if (t % (2 * k) == 0)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__global__ void late_barrier(float *out, const float *in) {
    __shared__ float s[32];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * 8 + t];
    for (unsigned k = 1; k < blockDim.x; k *= 2) {
        if (t % (2 * k) == 0)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__global__ void sum_atomic(float *out, const float *in) {
    atomicAdd(out, in[blockIdx.x * blockDim.x + threadIdx.x]);
}

__global__ void sum_serial(float *out, const float *in) {
    float v = out[0];
    for (int k = 0; k < 8; k++)
        v += in[k];
    out[0] = v;
}

__global__ void count_atomic(int *out, const int *in) {
    atomicAdd(out, in[blockIdx.x * blockDim.x + threadIdx.x]);
}

__global__ void count_serial(int *out, const int *in) {
    int v = 0;
    for (int k = 7; k >= 0; k--)
        v += in[k];
    out[0] += v;
}

// What an atomic returns depends on the schedule.
__global__ void ticket(int *out, const int *in) {
    int before = atomicAdd(out + 1, 0);
    atomicAdd(out, in[blockIdx.x * blockDim.x + threadIdx.x] + before);
}

__global__ void unused_ticket(int *out, const int *in) {
    int before = atomicAdd(out + 1, 0);
    atomicAdd(out, in[blockIdx.x * blockDim.x + threadIdx.x] + max(min(before, 0), 0));
}
