//@ equiv: serial accumulators --block 4 --grid 2 --set vectors=3 --set n=19 => equivalent real-arithmetic
//@ equiv: serial six_accumulators --block 4 --grid 2 --set vectors=3 --set n=19 => different
//@ equiv: serial half_the_accumulators --block 4 --grid 2 --set vectors=3 --set n=19 => different
//@ equiv: serial kept_accumulators --block 4 --grid 2 --set vectors=3 --set n=19 => different
//@ equiv: serial one_each --block 8 --grid 2 --set vectors=3 --set n=19 => equivalent real-arithmetic
//@ equiv: serial one_each_first_only --block 8 --grid 2 --set vectors=3 --set n=19 => different
//@ equiv: serial one_each_address --block 8 --grid 2 --set vectors=3 --set n=19 => different
//@ equiv: serial six_accumulators => different
//@ equiv: serial half_the_accumulators => different
//@ equiv: serial kept_accumulators => different
//@ equiv: serial one_each_first_only => different
//@ equiv: serial one_each_address => different
// Scalar products of many pairs of vectors, a block for a pair at a time, with accumulators in shared memory.

//@ requires vectors >= 0 && n >= 0;
__global__ void serial(float *c, const float *a, const float *b, int vectors, int n) {
    for (int v = blockIdx.x; v < vectors; v += gridDim.x)
        if (threadIdx.x == 0) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[v * n + k] * b[v * n + k];
            c[v] = sum;
        }
}

template <int ACCUMULATORS, int FIRST, bool CLEAR>
__device__ void accumulate(float *c, const float *a, const float *b, int vectors, int n) {
    __shared__ float s[ACCUMULATORS];
    for (int v = blockIdx.x; v < vectors; v += gridDim.x) {
        int begin = v * n, end = begin + n;
        for (int i = threadIdx.x; i < ACCUMULATORS; i += blockDim.x) {
            float sum = CLEAR || v == blockIdx.x ? 0 : s[i];
            for (int k = begin + i; k < end; k += ACCUMULATORS)
                sum += a[k] * b[k];
            s[i] = sum;
        }
        for (int stride = FIRST; stride > 0; stride >>= 1) {
            __syncthreads();
            for (int i = threadIdx.x; i < stride; i += blockDim.x)
                s[i] += s[stride + i];
        }
        __syncthreads();
        if (threadIdx.x == 0)
            c[v] = s[0];
        __syncthreads();
    }
}

//@ requires vectors >= 0 && n >= 0;
__global__ void accumulators(float *c, const float *a, const float *b, int vectors, int n) {
    accumulate<8, 4, true>(c, a, b, vectors, n);
}

// The number of accumulators is no power of two, and one of them is lost.
//@ requires vectors >= 0 && n >= 0;
__global__ void six_accumulators(float *c, const float *a, const float *b, int vectors, int n) {
    accumulate<6, 3, true>(c, a, b, vectors, n);
}

// Half of the accumulators are not added.
//@ requires vectors >= 0 && n >= 0;
__global__ void half_the_accumulators(float *c, const float *a, const float *b, int vectors, int n) {
    accumulate<8, 2, true>(c, a, b, vectors, n);
}

// The second pair of a block starts from the sums of the first one.
//@ requires vectors >= 0 && n >= 0;
__global__ void kept_accumulators(float *c, const float *a, const float *b, int vectors, int n) {
    accumulate<8, 4, false>(c, a, b, vectors, n);
}

// One accumulator a thread.
//@ requires blockDim.x == 8 && vectors >= 0 && n >= 0;
__global__ void one_each(float *c, const float *a, const float *b, int vectors, int n) {
    __shared__ float s[8];
    for (int v = blockIdx.x; v < vectors; v += gridDim.x) {
        float sum = 0;
        for (int k = threadIdx.x; k < n; k += blockDim.x)
            sum += a[v * n + k] * b[v * n + k];
        s[threadIdx.x] = sum;
        __syncthreads();
        if (threadIdx.x == 0) {
            float total = 0;
            for (int t = 0; t < blockDim.x; t++)
                total += s[t];
            c[v] = total;
        }
        __syncthreads();
    }
}

// A block takes one pair, however many there are.
//@ requires blockDim.x == 8 && vectors >= 0 && n >= 0;
__global__ void one_each_first_only(float *c, const float *a, const float *b, int vectors, int n) {
    __shared__ float s[8];
    for (int v = blockIdx.x; v < vectors && v < gridDim.x; v += gridDim.x) {
        float sum = 0;
        for (int k = threadIdx.x; k < n; k += blockDim.x)
            sum += a[v * n + k] * b[v * n + k];
        s[threadIdx.x] = sum;
        __syncthreads();
        if (threadIdx.x == 0) {
            float total = 0;
            for (int t = 0; t < blockDim.x; t++)
                total += s[t];
            c[v] = total;
        }
        __syncthreads();
    }
}

// The second vector of a pair is that of the first pair.
//@ requires blockDim.x == 8 && vectors >= 0 && n >= 0;
__global__ void one_each_address(float *c, const float *a, const float *b, int vectors, int n) {
    __shared__ float s[8];
    for (int v = blockIdx.x; v < vectors; v += gridDim.x) {
        float sum = 0;
        for (int k = threadIdx.x; k < n; k += blockDim.x)
            sum += a[v * n + k] * b[k];
        s[threadIdx.x] = sum;
        __syncthreads();
        if (threadIdx.x == 0) {
            float total = 0;
            for (int t = 0; t < blockDim.x; t++)
                total += s[t];
            c[v] = total;
        }
        __syncthreads();
    }
}
