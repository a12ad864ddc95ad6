//@ equiv: rows rows_tiled --block 8 --grid 2 --set m=13 --set n=11 => equivalent no-contraction
//@ equiv: rows rows_tiled_whole --block 8 --grid 2 --set m=13 --set n=11 => different
//@ equiv: rows rows_tiled_stuck --block 8 --grid 2 --set m=13 --set n=11 => different
//@ equiv: one_thread all_threads --block 8 --grid 3 --set n=13 => equivalent real-arithmetic
//@ equiv: one_thread all_threads_skip --block 8 --grid 3 --set n=13 => different
//@ equiv: one_thread all_threads_step --block 8 --grid 3 --set n=13 => different
//@ equiv: columns columns_unrolled --block 4 --grid 2 --set m=11 --set n=7 => equivalent no-contraction
//@ equiv: columns columns_no_rest --block 4 --grid 2 --set m=11 --set n=7 => different
//@ equiv: columns columns_copied_line --block 4 --grid 2 --set m=11 --set n=7 => different
//@ equiv: rows rows_tiled_whole => different
//@ equiv: rows rows_tiled_stuck => different
//@ equiv: one_thread all_threads_skip => different
//@ equiv: one_thread all_threads_step => different
//@ equiv: columns columns_no_rest => different
//@ equiv: columns columns_copied_line => different
// Products of a matrix and a vector: the vector through shared memory, a block a row, columns with a loop that is unrolled.

#define BLOCK 8

//@ requires blockDim.x == 8 && m >= 0 && n >= 0;
__global__ void rows(float *y, const float *a, const float *x, int m, int n) {
    int row = blockIdx.x * BLOCK + threadIdx.x;
    if (row < m) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[row * n + k] * x[k];
        y[row] = sum;
    }
}

template <bool REST, bool FIRST_PART> __device__ void parts(float *y, const float *a, const float *x, int m, int n) {
    __shared__ float part[BLOCK];
    int row = blockIdx.x * BLOCK + threadIdx.x;
    float sum = 0;
    for (int from = 0; from < (REST ? n : n / BLOCK * BLOCK); from += BLOCK) {
        int k = FIRST_PART ? threadIdx.x : from + threadIdx.x;
        part[threadIdx.x] = k < n ? x[k] : 0;
        __syncthreads();
        if (row < m)
            for (int j = 0; j < BLOCK && from + j < n; j++)
                sum += a[row * n + from + j] * part[j];
        __syncthreads();
    }
    if (row < m)
        y[row] = sum;
}

//@ requires blockDim.x == 8 && m >= 0 && n >= 0;
__global__ void rows_tiled(float *y, const float *a, const float *x, int m, int n) { parts<true, false>(y, a, x, m, n); }

// The rest that fills no part is left out.
//@ requires blockDim.x == 8 && m >= 0 && n >= 0;
__global__ void rows_tiled_whole(float *y, const float *a, const float *x, int m, int n) { parts<false, false>(y, a, x, m, n); }

// Always the first part of the vector.
//@ requires blockDim.x == 8 && m >= 0 && n >= 0;
__global__ void rows_tiled_stuck(float *y, const float *a, const float *x, int m, int n) { parts<true, true>(y, a, x, m, n); }

//@ requires blockDim.x == 8 && n >= 0;
__global__ void one_thread(float *y, const float *a, const float *x, int n) {
    int row = blockIdx.x;
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[row * n + k] * x[k];
        y[row] = sum;
    }
}

template <int SKIP, int LAST> __device__ void reduce_row(float *y, const float *a, const float *x, int n) {
    __shared__ float s[BLOCK];
    int row = blockIdx.x;
    float sum = 0;
    for (int k = threadIdx.x + SKIP; k < n; k += BLOCK)
        sum += a[row * n + k] * x[k];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int k = BLOCK / 2; k > LAST; k /= 2) {
        if (threadIdx.x < k)
            s[threadIdx.x] += s[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        y[row] = s[0];
}

//@ requires blockDim.x == 8 && n >= 0;
__global__ void all_threads(float *y, const float *a, const float *x, int n) { reduce_row<0, 0>(y, a, x, n); }

// Off by one: the first element is left out.
//@ requires blockDim.x == 8 && n >= 0;
__global__ void all_threads_skip(float *y, const float *a, const float *x, int n) { reduce_row<1, 0>(y, a, x, n); }

// The last step of the reduction is missing.
//@ requires blockDim.x == 8 && n >= 0;
__global__ void all_threads_step(float *y, const float *a, const float *x, int n) { reduce_row<0, 1>(y, a, x, n); }

//@ requires m >= 0 && n >= 0;
__global__ void columns(float *y, const float *a, const float *x, int m, int n) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= n)
        return;
    float sum = 0;
    for (int k = 0; k < m; k++)
        sum += a[k * n + column] * x[k];
    y[column] = sum;
}

//@ requires m >= 0 && n >= 0;
__global__ void columns_unrolled(float *y, const float *a, const float *x, int m, int n) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= n)
        return;
    float sum = 0;
    int k = 0;
    for (; k + 3 < m; k += 4) {
        sum += a[k * n + column] * x[k];
        sum += a[(k + 1) * n + column] * x[k + 1];
        sum += a[(k + 2) * n + column] * x[k + 2];
        sum += a[(k + 3) * n + column] * x[k + 3];
    }
    for (; k < m; k++)
        sum += a[k * n + column] * x[k];
    y[column] = sum;
}

// Without the rest.
//@ requires m >= 0 && n >= 0;
__global__ void columns_no_rest(float *y, const float *a, const float *x, int m, int n) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= n)
        return;
    float sum = 0;
    for (int k = 0; k + 3 < m; k += 4) {
        sum += a[k * n + column] * x[k];
        sum += a[(k + 1) * n + column] * x[k + 1];
        sum += a[(k + 2) * n + column] * x[k + 2];
        sum += a[(k + 3) * n + column] * x[k + 3];
    }
    y[column] = sum;
}

// The third line has the factor of the second.
//@ requires m >= 0 && n >= 0;
__global__ void columns_copied_line(float *y, const float *a, const float *x, int m, int n) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= n)
        return;
    float sum = 0;
    int k = 0;
    for (; k + 3 < m; k += 4) {
        sum += a[k * n + column] * x[k];
        sum += a[(k + 1) * n + column] * x[k + 1];
        sum += a[(k + 2) * n + column] * x[k + 1];
        sum += a[(k + 3) * n + column] * x[k + 3];
    }
    for (; k < m; k++)
        sum += a[k * n + column] * x[k];
    y[column] = sum;
}
