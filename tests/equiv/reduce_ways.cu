//@ equiv: serial modulo --block 8 --grid 3 => equivalent real-arithmetic
//@ equiv: serial modulo_second --block 8 --grid 3 => different
//@ equiv: serial modulo_by_four --block 8 --grid 3 => different
//@ equiv: serial modulo_second => different
//@ equiv: serial modulo_by_four => different
//@ equiv: serial strided --block 8 --grid 3 => equivalent real-arithmetic
//@ equiv: serial strided_wide --block 8 --grid 3 => different
//@ equiv: serial strided_short --block 8 --grid 3 => different
//@ equiv: serial strided_wide => different
//@ equiv: serial strided_short => different
//@ equiv: serial sequential --block 8 --grid 3 => equivalent real-arithmetic
//@ equiv: serial sequential_last_step --block 8 --grid 3 => different
//@ equiv: serial sequential_guard --block 8 --grid 3 => different
//@ equiv: serial sequential_last_step => different
//@ equiv: serial sequential_guard => different
//@ equiv: serial unrolled --block 8 --grid 3 => equivalent real-arithmetic
//@ equiv: serial unrolled_distance --block 8 --grid 3 => different
//@ equiv: serial unrolled_half --block 8 --grid 3 => different
//@ equiv: serial unrolled_distance => different
//@ equiv: serial unrolled_half => different
//@ equiv: serial_of_two first_add --block 8 --grid 2 --set n=29 => equivalent real-arithmetic
//@ equiv: serial_of_two first_add_overlap --block 8 --grid 2 --set n=29 => different
//@ equiv: serial_of_two first_add_alone --block 8 --grid 2 --set n=29 => different
//@ equiv: serial_of_two first_add_overlap => different
//@ equiv: serial_of_two first_add_alone => different
//@ equiv: serial_64 shuffled --block 64 --grid 2 => equivalent real-arithmetic
//@ equiv: serial_64 shuffled_half --block 64 --grid 2 => different
//@ equiv: serial_64 shuffled_one_warp --block 64 --grid 2 => different
//@ equiv: serial modulo => equivalent real-arithmetic
//@ equiv: serial strided => equivalent real-arithmetic
//@ equiv: serial sequential => equivalent real-arithmetic
//@ equiv: serial unrolled => equivalent real-arithmetic
// The sum of a block's elements, seven ways; the number of blocks is a symbol.

#define BLOCK 8

//@ requires blockDim.x == 8;
__global__ void serial(float *out, const float *in) {
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int k = 0; k < BLOCK; k++)
            sum += in[blockIdx.x * BLOCK + k];
        out[blockIdx.x] = sum;
    }
}

template <int FIRST, int FACTOR> __device__ void by_modulo(float *out, const float *in) {
    __shared__ float s[BLOCK];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (unsigned k = FIRST; k < BLOCK; k *= FACTOR) {
        if (t % (2 * k) == 0)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

//@ requires blockDim.x == 8;
__global__ void modulo(float *out, const float *in) { by_modulo<1, 2>(out, in); }

//@ requires blockDim.x == 8;
__global__ void modulo_second(float *out, const float *in) { by_modulo<2, 2>(out, in); }

//@ requires blockDim.x == 8;
__global__ void modulo_by_four(float *out, const float *in) { by_modulo<1, 4>(out, in); }

template <int STEP, int END> __device__ void by_stride(float *out, const float *in) {
    __shared__ float s[BLOCK];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (unsigned k = 1; k < END; k *= 2) {
        unsigned index = STEP * k * t;
        if (index + k < BLOCK)
            s[index] += s[index + k];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

//@ requires blockDim.x == 8;
__global__ void strided(float *out, const float *in) { by_stride<2, BLOCK>(out, in); }

//@ requires blockDim.x == 8;
__global__ void strided_wide(float *out, const float *in) { by_stride<4, BLOCK>(out, in); }

//@ requires blockDim.x == 8;
__global__ void strided_short(float *out, const float *in) { by_stride<2, BLOCK / 2>(out, in); }

template <int LAST, int OFFSET> __device__ void halved(float *out, const float *in) {
    __shared__ float s[BLOCK];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (unsigned k = BLOCK / 2; k > LAST; k >>= 1) {
        if (t < k - OFFSET)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

//@ requires blockDim.x == 8;
__global__ void sequential(float *out, const float *in) { halved<0, 0>(out, in); }

//@ requires blockDim.x == 8;
__global__ void sequential_last_step(float *out, const float *in) { halved<1, 0>(out, in); }

//@ requires blockDim.x == 8;
__global__ void sequential_guard(float *out, const float *in) { halved<0, 1>(out, in); }

//@ requires blockDim.x == 8 && n >= 0;
__global__ void serial_of_two(float *out, const float *in, int n) {
    if (threadIdx.x == 0) {
        int begin = blockIdx.x * (2 * BLOCK), end = min(n, begin + 2 * BLOCK);
        float sum = 0;
        for (int i = begin; i < end; i++)
            sum += in[i];
        out[blockIdx.x] = sum;
    }
}

template <int FACTOR, bool SECOND> __device__ void add_first(float *out, const float *in, int n) {
    __shared__ float s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * (FACTOR * BLOCK) + t;
    float sum = i < n ? in[i] : 0;
    if (SECOND && i + BLOCK < n)
        sum += in[i + BLOCK];
    s[t] = sum;
    __syncthreads();
    for (int k = BLOCK / 2; k > 0; k >>= 1) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

//@ requires blockDim.x == 8 && n >= 0;
__global__ void first_add(float *out, const float *in, int n) { add_first<2, true>(out, in, n); }

//@ requires blockDim.x == 8 && n >= 0;
__global__ void first_add_overlap(float *out, const float *in, int n) { add_first<1, true>(out, in, n); }

//@ requires blockDim.x == 8 && n >= 0;
__global__ void first_add_alone(float *out, const float *in, int n) { add_first<2, false>(out, in, n); }

template <int SIZE, int TWO> __device__ void without_loop(float *out, const float *in) {
    __shared__ float s[SIZE];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * SIZE + t];
    __syncthreads();
    if (SIZE >= 16) {
        if (t < 8)
            s[t] += s[t + 8];
        __syncthreads();
    }
    if (SIZE >= 8) {
        if (t < 4)
            s[t] += s[t + 4];
        __syncthreads();
    }
    if (t < 2)
        s[t] += s[t + TWO];
    __syncthreads();
    if (t == 0)
        out[blockIdx.x] = s[0] + s[1];
}

//@ requires blockDim.x == 8;
__global__ void unrolled(float *out, const float *in) { without_loop<BLOCK, 2>(out, in); }

//@ requires blockDim.x == 8;
__global__ void unrolled_distance(float *out, const float *in) { without_loop<BLOCK, 4>(out, in); }

// Elements that were added already are added again.
//@ requires blockDim.x == 8;
__global__ void unrolled_half(float *out, const float *in) { without_loop<BLOCK, 6>(out, in); }

//@ requires blockDim.x == 64;
__global__ void serial_64(float *out, const float *in) {
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int k = 0; k < 64; k++)
            sum += in[blockIdx.x * 64 + k];
        out[blockIdx.x] = sum;
    }
}

template <int FIRST, int WARPS> __device__ void by_shuffles(float *out, const float *in) {
    __shared__ float s[2];
    float v = in[blockIdx.x * 64 + threadIdx.x];
    for (int k = FIRST; k > 0; k >>= 1)
        v += __shfl_down_sync(0xffffffff, v, k);
    if (threadIdx.x % 32 == 0)
        s[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int w = 0; w < WARPS; w++)
            sum += s[w];
        out[blockIdx.x] = sum;
    }
}

//@ requires blockDim.x == 64;
__global__ void shuffled(float *out, const float *in) { by_shuffles<16, 2>(out, in); }

//@ requires blockDim.x == 64;
__global__ void shuffled_half(float *out, const float *in) { by_shuffles<8, 2>(out, in); }

//@ requires blockDim.x == 64;
__global__ void shuffled_one_warp(float *out, const float *in) { by_shuffles<16, 1>(out, in); }
