//@ equiv: serial grid_stride --block 8 --grid 2 --set n=45 => equivalent
//@ equiv: serial grid_stride_double --block 8 --grid 2 --set n=45 => different
//@ equiv: serial grid_stride_last --block 8 --grid 2 --set n=45 => different
//@ equiv: block_sum halves --block 7 --grid 2 --set n=13 => equivalent
//@ equiv: block_sum halves_guard --block 7 --grid 2 --set n=13 => different
//@ equiv: block_sum halves_power --block 7 --grid 2 --set n=13 => different
//@ equiv: block_sum halves_power --block 8 --grid 2 --set n=13 => equivalent
//@ equiv: greatest greatest_from_behind --block 2 --grid 2 --set m=3 --set n=5 => equivalent
//@ equiv: greatest greatest_but_first --block 2 --grid 2 --set m=3 --set n=5 => different
//@ equiv: greatest greatest_is_least --block 2 --grid 2 --set m=3 --set n=5 => different
//@ equiv: block_sum halves_guard => different
//@ equiv: greatest greatest_but_first => different
//@ equiv: greatest greatest_is_least => different
//@ equiv: greatest greatest_from_behind => equivalent
// Sums of arrays of any length: threads take several elements at the distance of the grid; blocks of any size, powers of two or not;
// greatest elements.

//@ requires n >= 0;
__global__ void serial(int *out, const int *in, int n) {
    if (threadIdx.x > 0)
        return;
    int sum = 0;
    for (int from = blockIdx.x * blockDim.x; from < n; from += gridDim.x * blockDim.x)
        for (int t = 0; t < blockDim.x; t++)
            if (from + t < n)
                sum += in[from + t];
    out[blockIdx.x] = sum;
}

template <int SLOWER, bool KEEP> __device__ void strides(int *out, const int *in, int n) {
    __shared__ int s[8];
    int t = threadIdx.x;
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += SLOWER * gridDim.x * blockDim.x)
        sum = (KEEP ? sum : 0) + in[i];
    s[t] = sum;
    __syncthreads();
    for (int k = 4; k > 0; k /= 2) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

//@ requires blockDim.x == 8 && n >= 0;
__global__ void grid_stride(int *out, const int *in, int n) { strides<1, true>(out, in, n); }

// Every other element of a thread.
//@ requires blockDim.x == 8 && n >= 0;
__global__ void grid_stride_double(int *out, const int *in, int n) { strides<2, true>(out, in, n); }

// Only the last element of a thread.
//@ requires blockDim.x == 8 && n >= 0;
__global__ void grid_stride_last(int *out, const int *in, int n) { strides<1, false>(out, in, n); }

//@ requires n >= 0;
__global__ void block_sum(int *out, const int *in, int n) {
    if (threadIdx.x > 0)
        return;
    int sum = 0;
    for (int t = 0; t < blockDim.x; t++)
        if (blockIdx.x * blockDim.x + t < n)
            sum += in[blockIdx.x * blockDim.x + t];
    out[blockIdx.x] = sum;
}

template <int ROUND, int GUARD> __device__ void any_block(int *out, const int *in, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int count = blockDim.x; count > 1;) {
        int half = (count + ROUND) / 2;
        if (t + half < count - GUARD)
            s[t] += s[t + half];
        __syncthreads();
        count = half;
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

// Halves are rounded up: blocks of any size.
//@ requires n >= 0;
__global__ void halves(int *out, const int *in, int n) { any_block<1, 0>(out, in, n); }

// The last element of each half is left out.
//@ requires n >= 0;
__global__ void halves_guard(int *out, const int *in, int n) { any_block<1, 1>(out, in, n); }

// For powers of two only: the odd element in the middle is lost.
//@ requires n >= 0;
__global__ void halves_power(int *out, const int *in, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}

// The greatest element of each row.
//@ requires m >= 0 && n >= 1;
__global__ void greatest(int *out, const int *in, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m)
        return;
    int most = in[r * n];
    for (int k = 1; k < n; k++)
        most = max(most, in[r * n + k]);
    out[r] = most;
}

template <int END, bool ZERO> __device__ void from_behind(int *out, const int *in, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m)
        return;
    int most = ZERO ? 0 : in[r * n + n - 1];
    for (int k = n - 1; k >= END; k--)
        if (in[r * n + k] > most)
            most = in[r * n + k];
    out[r] = most;
}

//@ requires m >= 0 && n >= 1;
__global__ void greatest_from_behind(int *out, const int *in, int m, int n) { from_behind<0, false>(out, in, m, n); }

// The first element is left out.
//@ requires m >= 0 && n >= 1;
__global__ void greatest_but_first(int *out, const int *in, int m, int n) { from_behind<1, false>(out, in, m, n); }

// The least element.
//@ requires m >= 0 && n >= 1;
__global__ void greatest_is_least(int *out, const int *in, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m)
        return;
    int most = in[r * n];
    for (int k = 1; k < n; k++)
        most = min(most, in[r * n + k]);
    out[r] = most;
}

// Rows of negative elements give nought.
//@ requires m >= 0 && n >= 1;
__global__ void greatest_from_zero(int *out, const int *in, int m, int n) { from_behind<0, true>(out, in, m, n); }
