//@ equiv: modulo strided --requires blockDim.x==256 => equivalent
//@ equiv: modulo strided --requires blockDim.x==1024 => equivalent
//@ equiv: modulo strided --requires blockDim.x==8 --without real-arithmetic => equivalent
//@ equiv: modulo strided_wide --requires blockDim.x==8 => different
//@ equiv: modulo strided_short --requires blockDim.x==8 => different
//@ equiv: modulo descending --requires blockDim.x==8 => different
//@ equiv: modulo unwritten --requires blockDim.x==8 => different
//@ equiv: unwritten unwritten --requires blockDim.x==8 => different
//@ equiv: modulo other_block --requires blockDim.x==8 => different
//@ equiv: shifted shifted_apart --requires blockDim.x==64 => equivalent
//@ equiv: shifted shifted_neighbour --requires blockDim.x==8 => different
// Steps between barriers, compared one by one: reductions, shifts in shared memory; for every grid and all inputs.

__global__ void modulo(float *out, const float *in) {
    __shared__ float s[1024];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
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
    __shared__ float s[1024];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned k = 1; k < blockDim.x; k *= 2) {
        unsigned index = 2 * k * t;
        if (index < blockDim.x)
            s[index] += s[index + k];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__global__ void strided_wide(float *out, const float *in) {
    __shared__ float s[1024];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned k = 1; k < blockDim.x; k *= 2) {
        unsigned index = 4 * k * t;
        if (index + k < blockDim.x)
            s[index] += s[index + k];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__global__ void strided_short(float *out, const float *in) {
    __shared__ float s[1024];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned k = 1; k < blockDim.x / 2; k *= 2) {
        unsigned index = 2 * k * t;
        if (index < blockDim.x)
            s[index] += s[index + k];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__global__ void descending(float *out, const float *in) {
    __shared__ float s[1024];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned k = blockDim.x / 2; k > 0; k >>= 2) {
        if (t % (2 * k) == 0)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

// Half of what is read was never written.
__global__ void unwritten(float *out, const float *in) {
    __shared__ float s[1024];
    unsigned t = threadIdx.x;
    if (t < blockDim.x / 2)
        s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned k = 1; k < blockDim.x; k *= 2) {
        if (t % (2 * k) == 0)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__global__ void other_block(float *out, const float *in) {
    __shared__ float s[1024];
    unsigned t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (unsigned k = 1; k < blockDim.x; k *= 2) {
        unsigned index = 2 * k * t;
        if (index < blockDim.x)
            s[index] += s[index + k];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

__global__ void shifted(float *out, const float *in) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    float left = s[(t + 1) % blockDim.x];
    __syncthreads();
    s[t] = left;
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = s[t];
}

__global__ void shifted_apart(float *out, const float *in) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    float left = t == blockDim.x - 1 ? s[0] : s[t + 1];
    __syncthreads();
    s[t] = left;
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = s[t];
}

__global__ void shifted_neighbour(float *out, const float *in) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    float left = t == blockDim.x - 1 ? s[t] : s[t + 1];
    __syncthreads();
    s[t] = left;
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = s[t];
}
