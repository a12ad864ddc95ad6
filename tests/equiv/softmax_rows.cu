//@ equiv: three_passes online --block 2 --grid 2 --set m=3 --set n=4 => equivalent real-arithmetic
//@ equiv: three_passes online_unscaled --block 2 --grid 2 --set m=3 --set n=4 => different
//@ equiv: three_passes online_backwards --block 2 --grid 2 --set m=3 --set n=4 => different
//@ equiv: three_passes exponentials_kept --block 2 --grid 2 --set m=3 --set n=4 => equivalent real-arithmetic
//@ equiv: three_passes exponentials_times_sum --block 2 --grid 2 --set m=3 --set n=4 => different
//@ equiv: three_passes exponentials_first --block 2 --grid 2 --set m=3 --set n=4 => different
//@ equiv: one_thread block_row --block 4 --grid 2 --set n=6 => equivalent real-arithmetic
//@ equiv: one_thread block_row_own --block 4 --grid 2 --set n=6 => different
//@ equiv: one_thread block_row_short --block 4 --grid 2 --set n=6 => different
//@ equiv: three_passes online_unscaled => different
//@ equiv: three_passes online_backwards => different
//@ equiv: three_passes exponentials_times_sum => different
//@ equiv: three_passes exponentials_first => different
//@ equiv: one_thread block_row_own => different
//@ equiv: one_thread block_row_short => different
//@ equiv: three_passes exponentials_kept => equivalent real-arithmetic
// Softmax of rows of any length: a thread a row in three passes, online, without the maximum kept; a block a row.

#define BLOCK 4

//@ requires m >= 0 && n >= 1;
__global__ void three_passes(float *out, const float *in, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m)
        return;
    float most = in[r * n];
    for (int k = 1; k < n; k++)
        most = fmaxf(most, in[r * n + k]);
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += expf(in[r * n + k] - most);
    for (int k = 0; k < n; k++)
        out[r * n + k] = expf(in[r * n + k] - most) / sum;
}

template <bool RESCALE, bool BACKWARDS> __device__ void in_one(float *out, const float *in, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m)
        return;
    float most = in[r * n], sum = 1;
    for (int k = 1; k < n; k++) {
        float next = fmaxf(most, in[r * n + k]);
        if (RESCALE)
            sum *= BACKWARDS ? expf(next - most) : expf(most - next);
        sum += expf(in[r * n + k] - next);
        most = next;
    }
    for (int k = 0; k < n; k++)
        out[r * n + k] = expf(in[r * n + k] - most) / sum;
}

//@ requires m >= 0 && n >= 1;
__global__ void online(float *out, const float *in, int m, int n) { in_one<true, false>(out, in, m, n); }

//@ requires m >= 0 && n >= 1;
__global__ void online_unscaled(float *out, const float *in, int m, int n) { in_one<false, false>(out, in, m, n); }

//@ requires m >= 0 && n >= 1;
__global__ void online_backwards(float *out, const float *in, int m, int n) { in_one<true, true>(out, in, m, n); }

template <bool SCALE, int FIRST> __device__ void kept(float *out, const float *in, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m)
        return;
    float most = in[r * n];
    for (int k = 1; k < n; k++)
        most = fmaxf(most, in[r * n + k]);
    float sum = 0;
    for (int k = 0; k < n; k++) {
        float e = expf(in[r * n + k] - most);
        out[r * n + k] = e;
        sum += e;
    }
    float factor = SCALE ? 1 / sum : sum;
    for (int k = FIRST; k < n; k++)
        out[r * n + k] *= factor;
}

// Exponentials are kept in the output, and multiplied by the reciprocal of their sum.
//@ requires m >= 0 && n >= 1;
__global__ void exponentials_kept(float *out, const float *in, int m, int n) { kept<true, 0>(out, in, m, n); }

//@ requires m >= 0 && n >= 1;
__global__ void exponentials_times_sum(float *out, const float *in, int m, int n) { kept<false, 0>(out, in, m, n); }

// The first element is not scaled.
//@ requires m >= 0 && n >= 1;
__global__ void exponentials_first(float *out, const float *in, int m, int n) { kept<true, 1>(out, in, m, n); }

//@ requires blockDim.x == 4 && n >= 1;
__global__ void one_thread(float *out, const float *in, int n) {
    int row = blockIdx.x, from = row * n;
    if (threadIdx.x > 0)
        return;
    float most = in[from];
    for (int k = 1; k < n; k++)
        most = fmaxf(most, in[from + k]);
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += expf(in[from + k] - most);
    for (int k = 0; k < n; k++)
        out[from + k] = expf(in[from + k] - most) / sum;
}

template <int WRITTEN, bool OWN> __device__ void together(float *out, const float *in, int n) {
    __shared__ float s[BLOCK];
    int t = threadIdx.x, row = blockIdx.x, from = row * n;
    float most = in[from];
    for (int k = t; k < n; k += BLOCK)
        most = fmaxf(most, in[from + k]);
    s[t] = most;
    __syncthreads();
    for (int k = BLOCK / 2; k > 0; k /= 2) {
        if (t < k)
            s[t] = fmaxf(s[t], s[t + k]);
        __syncthreads();
    }
    most = s[0];
    __syncthreads();
    float sum = 0;
    for (int k = t; k < n; k += BLOCK)
        sum += expf(in[from + k] - most);
    s[t] = sum;
    __syncthreads();
    for (int k = BLOCK / 2; k > 0; k /= 2) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    for (int k = t; k < n - WRITTEN; k += BLOCK)
        out[from + k] = expf(in[from + k] - most) / (OWN ? sum : s[0]);
}

//@ requires blockDim.x == 4 && n >= 1;
__global__ void block_row(float *out, const float *in, int n) { together<0, false>(out, in, n); }

// Each thread divides by the sum of its own elements.
//@ requires blockDim.x == 4 && n >= 1;
__global__ void block_row_own(float *out, const float *in, int n) { together<0, true>(out, in, n); }

//@ requires blockDim.x == 4 && n >= 1;
__global__ void block_row_short(float *out, const float *in, int n) { together<1, false>(out, in, n); }
