//@ equiv: two_passes one_pass --block 2 --grid 2 --set m=3 --set n=3 => equivalent real-arithmetic
//@ equiv: two_passes one_pass_count --block 2 --grid 2 --set m=3 --set n=3 => different
//@ equiv: two_passes one_pass_second_moment --block 2 --grid 2 --set m=3 --set n=3 => different
//@ equiv: one_thread block_row --block 4 --grid 2 --set n=5 => equivalent real-arithmetic
//@ equiv: one_thread block_row_half --block 4 --grid 2 --set n=5 => different
//@ equiv: one_thread block_row_sum --block 4 --grid 2 --set n=5 => different
//@ equiv: root_mean_square factor_hoisted --block 2 --grid 2 --set m=3 --set n=5 => equivalent real-arithmetic
//@ equiv: root_mean_square factor_of_row --block 2 --grid 2 --set m=3 --set n=5 => different
//@ equiv: root_mean_square factor_even --block 2 --grid 2 --set m=3 --set n=5 => different
//@ equiv: two_passes one_pass_count => different
//@ equiv: two_passes one_pass_second_moment => different
//@ equiv: one_thread block_row_half => different
//@ equiv: one_thread block_row_sum => different
//@ equiv: root_mean_square factor_of_row => different
//@ equiv: root_mean_square factor_even => different
// Normalisation of rows: mean and variance in two passes, in one pass, by a block; with scale and shift.

#define BLOCK 4
#define EPSILON 0.5f

//@ requires m >= 0 && n >= 1;
__global__ void two_passes(float *out, const float *in, const float *scale, const float *shift, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m)
        return;
    float mean = 0;
    for (int k = 0; k < n; k++)
        mean += in[r * n + k];
    mean /= n;
    float variance = 0;
    for (int k = 0; k < n; k++) {
        float d = in[r * n + k] - mean;
        variance += d * d;
    }
    variance /= n;
    for (int k = 0; k < n; k++)
        out[r * n + k] = (in[r * n + k] - mean) / sqrtf(variance + EPSILON) * scale[k] + shift[k];
}

template <int LESS, bool MEAN>
__device__ void squares(float *out, const float *in, const float *scale, const float *shift, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m)
        return;
    float sum = 0, square = 0;
    for (int k = 0; k < n; k++) {
        float v = in[r * n + k];
        sum += v;
        square += v * v;
    }
    float mean = sum / n;
    float variance = square / (n + LESS) - (MEAN ? mean * mean : 0);
    for (int k = 0; k < n; k++)
        out[r * n + k] = (in[r * n + k] - mean) / sqrtf(variance + EPSILON) * scale[k] + shift[k];
}

//@ requires m >= 0 && n >= 1;
__global__ void one_pass(float *out, const float *in, const float *scale, const float *shift, int m, int n) {
    squares<0, true>(out, in, scale, shift, m, n);
}

// Divided by one too many.
//@ requires m >= 0 && n >= 1;
__global__ void one_pass_count(float *out, const float *in, const float *scale, const float *shift, int m, int n) {
    squares<1, true>(out, in, scale, shift, m, n);
}

// The square of the mean is not subtracted.
//@ requires m >= 0 && n >= 1;
__global__ void one_pass_second_moment(float *out, const float *in, const float *scale, const float *shift, int m, int n) {
    squares<0, false>(out, in, scale, shift, m, n);
}

//@ requires blockDim.x == 4 && n >= 1;
__global__ void one_thread(float *out, const float *in, int n) {
    int row = blockIdx.x, from = row * n;
    if (threadIdx.x > 0)
        return;
    float mean = 0, variance = 0;
    for (int k = 0; k < n; k++)
        mean += in[from + k];
    mean /= n;
    for (int k = 0; k < n; k++)
        variance += (in[from + k] - mean) * (in[from + k] - mean);
    for (int k = 0; k < n; k++)
        out[from + k] = (in[from + k] - mean) / sqrtf(variance / n + EPSILON);
}

template <int FIRST, bool SUM> __device__ void of_block(float *out, const float *in, int n) {
    __shared__ float s[BLOCK], q[BLOCK];
    int t = threadIdx.x, row = blockIdx.x, from = row * n;
    float sum = 0, square = 0;
    for (int k = t; k < n; k += BLOCK) {
        sum += in[from + k];
        square += in[from + k] * in[from + k];
    }
    s[t] = sum;
    q[t] = square;
    __syncthreads();
    for (int k = FIRST; k > 0; k /= 2) {
        if (t < k) {
            s[t] += s[t + k];
            q[t] += q[t + k];
        }
        __syncthreads();
    }
    float mean = s[0] / (SUM ? 1 : n);
    float variance = q[0] / n - mean * mean;
    for (int k = t; k < n; k += BLOCK)
        out[from + k] = (in[from + k] - mean) / sqrtf(variance + EPSILON);
}

//@ requires blockDim.x == 4 && n >= 1;
__global__ void block_row(float *out, const float *in, int n) { of_block<BLOCK / 2, false>(out, in, n); }

// Two of the four sums are not added.
//@ requires blockDim.x == 4 && n >= 1;
__global__ void block_row_half(float *out, const float *in, int n) { of_block<BLOCK / 4, false>(out, in, n); }

// The mean is the sum, as for rows of one element.
//@ requires blockDim.x == 4 && n >= 1;
__global__ void block_row_sum(float *out, const float *in, int n) { of_block<BLOCK / 2, true>(out, in, n); }

//@ requires m >= 0 && n >= 1;
__global__ void root_mean_square(float *out, const float *in, const float *scale, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m)
        return;
    float square = 0;
    for (int k = 0; k < n; k++)
        square += in[r * n + k] * in[r * n + k];
    for (int k = 0; k < n; k++)
        out[r * n + k] = in[r * n + k] / sqrtf(square / n + EPSILON) * scale[k];
}

template <bool ROW, int SECOND> __device__ void hoist(float *out, const float *in, const float *scale, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m)
        return;
    const float *row = in + r * n;
    float even = 0, odd = 0;
    for (int k = 0; k + 1 < n; k += 2) {
        even += row[k] * row[k];
        odd += row[k + SECOND] * row[k + SECOND];
    }
    if (n % 2 == 1)
        even += row[n - 1] * row[n - 1];
    float factor = 1 / sqrtf((even + odd) / n + EPSILON);
    for (int k = 0; k < n; k++)
        out[r * n + k] = row[k] * (factor * scale[ROW ? r : k]);
}

// The factor before the loop, the sum in two halves.
//@ requires m >= 0 && n >= 1;
__global__ void factor_hoisted(float *out, const float *in, const float *scale, int m, int n) {
    hoist<false, 1>(out, in, scale, m, n);
}

// The scale of the row, not of the column.
//@ requires m >= 0 && n >= 1;
__global__ void factor_of_row(float *out, const float *in, const float *scale, int m, int n) {
    hoist<true, 1>(out, in, scale, m, n);
}

// Elements of even index count twice.
//@ requires m >= 0 && n >= 1;
__global__ void factor_even(float *out, const float *in, const float *scale, int m, int n) {
    hoist<false, 0>(out, in, scale, m, n);
}
