//@ equiv: own_sum doubling --block 8 --grid 2 => equivalent
//@ equiv: own_sum doubling_second --block 8 --grid 2 => different
//@ equiv: own_sum doubling_guard --block 8 --grid 2 => different
//@ equiv: own_sum_exclusive tree --block 8 --grid 2 => equivalent
//@ equiv: own_sum_exclusive tree_root --block 8 --grid 2 => different
//@ equiv: own_sum_exclusive tree_left --block 8 --grid 2 => different
//@ equiv: rows_again rows_running --block 2 --grid 2 --set m=3 --set n=6 => equivalent
//@ equiv: rows_again rows_running_exclusive --block 2 --grid 2 --set m=3 --set n=6 => different
//@ equiv: rows_again rows_running_start --block 2 --grid 2 --set m=3 --set n=6 => different
//@ equiv: own_sum doubling_second => different
//@ equiv: own_sum doubling_guard => different
//@ equiv: own_sum_exclusive tree_root => different
//@ equiv: own_sum_exclusive tree_left => different
//@ equiv: rows_again rows_running_exclusive => different
//@ equiv: rows_again rows_running_start => different
// Prefix sums of the elements of each block: a thread sums what stands before it, or all threads together in steps.

#define BLOCK 8

//@ requires blockDim.x == 8;
__global__ void own_sum(int *out, const int *in) {
    int from = blockIdx.x * BLOCK, t = threadIdx.x;
    int sum = 0;
    for (int k = 0; k <= t; k++)
        sum += in[from + k];
    out[from + t] = sum;
}

template <int FIRST, int SMALLEST> __device__ void steps(int *out, const int *in) {
    __shared__ int s[BLOCK];
    int from = blockIdx.x * BLOCK, t = threadIdx.x;
    s[t] = in[from + t];
    __syncthreads();
    for (int d = FIRST; d < BLOCK; d *= 2) {
        int before = t >= d + SMALLEST ? s[t - d] : 0;
        __syncthreads();
        s[t] += before;
        __syncthreads();
    }
    out[from + t] = s[t];
}

// Hillis and Steele: the distance doubles.
//@ requires blockDim.x == 8;
__global__ void doubling(int *out, const int *in) { steps<1, 0>(out, in); }

// Neighbours are not added.
//@ requires blockDim.x == 8;
__global__ void doubling_second(int *out, const int *in) { steps<2, 0>(out, in); }

// The first thread of each step is left out.
//@ requires blockDim.x == 8;
__global__ void doubling_guard(int *out, const int *in) { steps<1, 1>(out, in); }

//@ requires blockDim.x == 8;
__global__ void own_sum_exclusive(int *out, const int *in) {
    int from = blockIdx.x * BLOCK, t = threadIdx.x;
    int sum = 0;
    for (int k = 0; k < t; k++)
        sum += in[from + k];
    out[from + t] = sum;
}

template <bool CLEAR, bool SWAP> __device__ void up_and_down(int *out, const int *in) {
    __shared__ int s[BLOCK];
    int from = blockIdx.x * BLOCK, t = threadIdx.x;
    s[t] = in[from + t];
    for (int d = 1; d < BLOCK; d *= 2) {
        __syncthreads();
        if ((t + 1) % (2 * d) == 0)
            s[t] += s[t - d];
    }
    __syncthreads();
    if (CLEAR && t == BLOCK - 1)
        s[t] = 0;
    for (int d = BLOCK / 2; d > 0; d /= 2) {
        __syncthreads();
        if ((t + 1) % (2 * d) == 0) {
            int left = s[t - d];
            if (SWAP)
                s[t - d] = s[t];
            s[t] += left;
        }
    }
    __syncthreads();
    out[from + t] = s[t];
}

// Blelloch: up and down a tree.
//@ requires blockDim.x == 8;
__global__ void tree(int *out, const int *in) { up_and_down<true, true>(out, in); }

// The root is not cleared.
//@ requires blockDim.x == 8;
__global__ void tree_root(int *out, const int *in) { up_and_down<false, true>(out, in); }

// The left child keeps its sum.
//@ requires blockDim.x == 8;
__global__ void tree_left(int *out, const int *in) { up_and_down<true, false>(out, in); }

// A thread sums a row of any length, from its beginning for each element.
//@ requires m >= 0 && n >= 0;
__global__ void rows_again(int *out, const int *in, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < m)
        for (int j = 0; j < n; j++) {
            int sum = 0;
            for (int k = 0; k <= j; k++)
                sum += in[r * n + k];
            out[r * n + j] = sum;
        }
}

//@ requires m >= 0 && n >= 0;
__global__ void rows_running(int *out, const int *in, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m)
        return;
    int sum = 0;
    for (int j = 0; j < n; j++) {
        sum += in[r * n + j];
        out[r * n + j] = sum;
    }
}

// Stored before the element is added.
//@ requires m >= 0 && n >= 0;
__global__ void rows_running_exclusive(int *out, const int *in, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m)
        return;
    int sum = 0;
    for (int j = 0; j < n; j++) {
        out[r * n + j] = sum;
        sum += in[r * n + j];
    }
}

// The sum starts from the first element, which is added again.
//@ requires m >= 0 && n >= 0;
__global__ void rows_running_start(int *out, const int *in, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m || n == 0)
        return;
    int sum = in[r * n];
    for (int j = 0; j < n; j++) {
        sum += in[r * n + j];
        out[r * n + j] = sum;
    }
}
