//@ equiv: contents contents_not_cleared --block 4 --grid 2 --set n=7 => different
//@ equiv: contents contents_last_bin --block 4 --grid 2 --set n=7 => different
//@ equiv: classes classes_shared --block 5 --grid 2 --set n=9 => equivalent
//@ equiv: classes classes_modulus --block 5 --grid 2 --set n=9 => different
//@ equiv: classes classes_first_block --block 5 --grid 2 --set n=9 => different
//@ equiv: exceeding exceeding_or_equal --block 8 --grid 2 --set n=13 --set limit=5 => different
//@ equiv: exceeding exceeding_half --block 8 --grid 2 --set n=13 --set limit=5 => different
//@ equiv: contents contents_not_cleared => different
//@ equiv: contents contents_last_bin => different
//@ equiv: classes classes_modulus => different
//@ equiv: classes classes_first_block => different
//@ equiv: exceeding exceeding_half => different
// Counts by atomic additions of integers: to global memory, or in shared memory first.

#define BINS 4

// Bins of contents, which the proofs for a launch do not follow.
//@ requires n >= 0 && blockDim.x >= 4;
__global__ void contents(unsigned *count, const unsigned *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&count[in[i] % BINS], 1);
}

template <bool CLEAR, int LAST, int WEIGHT> __device__ void of_block(unsigned *count, const unsigned *in, int n) {
    __shared__ unsigned s[BINS];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    if (t < BINS)
        s[t] = CLEAR ? 0 : t;
    __syncthreads();
    if (i < n)
        atomicAdd(&s[in[i] % BINS], WEIGHT);
    __syncthreads();
    if (t < BINS - LAST)
        atomicAdd(&count[t], s[t]);
}

//@ requires n >= 0 && blockDim.x >= 4;
__global__ void contents_shared(unsigned *count, const unsigned *in, int n) { of_block<true, 0, 1>(count, in, n); }

// The counters of the block do not start from nought.
//@ requires n >= 0 && blockDim.x >= 4;
__global__ void contents_not_cleared(unsigned *count, const unsigned *in, int n) { of_block<false, 0, 1>(count, in, n); }

// The last bin is not added.
//@ requires n >= 0 && blockDim.x >= 4;
__global__ void contents_last_bin(unsigned *count, const unsigned *in, int n) { of_block<true, 1, 1>(count, in, n); }

// Elements are added to the bin of their index.
//@ requires n >= 0 && blockDim.x >= 4;
__global__ void classes(int *sum, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&sum[i % BINS], in[i]);
}

template <int MODULUS, bool OVERWRITE> __device__ void classes_of_block(int *sum, const int *in, int n) {
    __shared__ int s[BINS];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    if (t < BINS)
        s[t] = 0;
    __syncthreads();
    if (i < n)
        atomicAdd(&s[i % MODULUS], in[i]);
    __syncthreads();
    if (t < BINS && !(OVERWRITE && blockIdx.x > 0))
        atomicAdd(&sum[t], s[t]);
}

//@ requires n >= 0 && blockDim.x >= 4;
__global__ void classes_shared(int *sum, const int *in, int n) { classes_of_block<BINS, false>(sum, in, n); }

//@ requires n >= 0 && blockDim.x >= 4;
__global__ void classes_modulus(int *sum, const int *in, int n) { classes_of_block<BINS - 1, false>(sum, in, n); }

// Only the first block adds what it has.
//@ requires n >= 0 && blockDim.x >= 4;
__global__ void classes_first_block(int *sum, const int *in, int n) { classes_of_block<BINS, true>(sum, in, n); }

// How many elements exceed a limit.
//@ requires blockDim.x == 8 && n >= 0;
__global__ void exceeding(int *count, const int *in, int limit, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > limit)
        atomicAdd(count, 1);
}

template <bool EQUAL, int FIRST> __device__ void exceeding_sum(int *count, const int *in, int limit, int n) {
    __shared__ int s[8];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    s[t] = i < n && (EQUAL ? in[i] >= limit : in[i] > limit) ? 1 : 0;
    __syncthreads();
    for (int k = FIRST; k > 0; k /= 2) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(count, s[0]);
}

//@ requires blockDim.x == 8 && n >= 0;
__global__ void exceeding_reduced(int *count, const int *in, int limit, int n) { exceeding_sum<false, 4>(count, in, limit, n); }

//@ requires blockDim.x == 8 && n >= 0;
__global__ void exceeding_or_equal(int *count, const int *in, int limit, int n) { exceeding_sum<true, 4>(count, in, limit, n); }

// Half of the block is not counted.
//@ requires blockDim.x == 8 && n >= 0;
__global__ void exceeding_half(int *count, const int *in, int limit, int n) { exceeding_sum<false, 2>(count, in, limit, n); }
