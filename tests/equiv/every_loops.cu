//@ equiv: dot dot_while => equivalent no-contraction
//@ equiv: dot dot_while --without real-arithmetic => equivalent
//@ equiv: dot dot_tiles --requires n==16*m => equivalent no-contraction
//@ equiv: dot dot_tiles --requires n==16*m --without real-arithmetic => equivalent
//@ equiv: dot dot_tiles => different
//@ equiv: dot dot_backwards => equivalent real-arithmetic
//@ equiv: dot dot_backwards --without real-arithmetic => unknown not-granted
//@ equiv: dot dot_two_sums --requires n==2*m => equivalent real-arithmetic
//@ equiv: dot dot_two_sums => different
//@ equiv: dot dot_one_less => different
//@ equiv: dot dot_one_more => different
//@ equiv: dot dot_starts_with_one => different
//@ equiv: dot dot_last_only => different
//@ equiv: dot dot_fused => equivalent real-arithmetic
//@ equiv: product power => different
//@ equiv: count count_by_two => equivalent
//@ equiv: each strided => equivalent
//@ equiv: each strided_late => different
//@ equiv: each strided_twice => different
//@ equiv: each each_loop --requires blockDim.x==1 => different
//@ equiv: largest largest_select => equivalent
//@ equiv: largest smallest => different
//@ equiv: last_writer last_only => equivalent
//@ equiv: last_writer first_only => different
//@ equiv: swapped_pairs swapped_pairs => equivalent
//@ equiv: swapped_pairs kept_pairs => different
// Loops that are not unrolled, compared for every launch: what the iterations leave, in which order floats are added.

__global__ void dot(float *out, const float *a, const float *b, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[k] * b[k];
    out[i] = sum;
}

__global__ void dot_while(float *out, const float *a, const float *b, int n, int m) {
    int i = threadIdx.x + blockDim.x * blockIdx.x;
    float sum = 0;
    int k = 0;
    while (k < n) {
        sum = sum + a[k] * b[k];
        ++k;
    }
    out[i] = sum;
}

__global__ void dot_tiles(float *out, const float *a, const float *b, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < m; t++)
        for (int k = 0; k < 16; k++)
            sum += a[16 * t + k] * b[16 * t + k];
    out[i] = sum;
}

__global__ void dot_backwards(float *out, const float *a, const float *b, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = n - 1; k >= 0; k--)
        sum += a[k] * b[k];
    out[i] = sum;
}

__global__ void dot_two_sums(float *out, const float *a, const float *b, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float even = 0, odd = 0;
    for (int k = 0; k < m; k++) {
        even += a[2 * k] * b[2 * k];
        odd += a[2 * k + 1] * b[2 * k + 1];
    }
    out[i] = even + odd;
}

__global__ void dot_one_less(float *out, const float *a, const float *b, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n - 1; k++)
        sum += a[k] * b[k];
    out[i] = sum;
}

__global__ void dot_one_more(float *out, const float *a, const float *b, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k <= n; k++)
        sum += a[k] * b[k];
    out[i] = sum;
}

__global__ void dot_starts_with_one(float *out, const float *a, const float *b, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 1;
    for (int k = 0; k < n; k++)
        sum += a[k] * b[k];
    out[i] = sum;
}

__global__ void dot_last_only(float *out, const float *a, const float *b, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum = a[k] * b[k];
    out[i] = sum;
}

__global__ void dot_fused(float *out, const float *a, const float *b, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum = fmaf(a[k], b[k], sum);
    out[i] = sum;
}

__global__ void product(float *out, const float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float p = 1;
    for (int k = 0; k < n; k++)
        p *= a[k];
    out[i] = p;
}

__global__ void power(float *out, const float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float p = 1;
    for (int k = 0; k < n; k++)
        p *= a[0];
    out[i] = p;
}

__global__ void count(int *out, const int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int k = 0; k < n; k++)
        sum += 2;
    out[i] = n > 0 ? sum : 0;
}

__global__ void count_by_two(int *out, const int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int k = 0; k < n; k++) {
        sum += 1;
        sum += 1;
    }
    out[i] = n <= 0 ? 0 : sum;
}

__global__ void each(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = i; k < n; k += gridDim.x * blockDim.x)
        out[k] = 2 * in[k];
}

__global__ void strided(float *out, const float *in, int n) {
    int step = blockDim.x * gridDim.x;
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    while (k < n) {
        out[k] = in[k] * 2;
        k += step;
    }
}

__global__ void strided_late(float *out, const float *in, int n) {
    int step = blockDim.x * gridDim.x;
    int k = blockIdx.x * blockDim.x + threadIdx.x + 1;
    while (k < n) {
        out[k] = in[k] * 2;
        k += step;
    }
}

__global__ void strided_twice(float *out, const float *in, int n) {
    int step = 2 * blockDim.x * gridDim.x;
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    while (k < n) {
        out[k] = in[k] * 2;
        k += step;
    }
}

__global__ void each_loop(float *out, const float *in, int n) {
    if (blockIdx.x == 0 && threadIdx.x == 0)
        for (int k = 0; k < n; k++)
            out[k] = 2 * in[n - 1 - k];
}

__global__ void largest(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int m = in[i];
    for (int k = 0; k < n; k++)
        m = max(m, in[k]);
    out[i] = m;
}

__global__ void largest_select(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int m = in[i];
    for (int k = 0; k < n; k++)
        if (in[k] > m)
            m = in[k];
    out[i] = m;
}

__global__ void smallest(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int m = in[i];
    for (int k = 0; k < n; k++)
        m = min(m, in[k]);
    out[i] = m;
}

__global__ void last_writer(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < n; k++)
        out[i] = in[i] + k;
}

__global__ void last_only(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (n > 0)
        out[i] = in[i] + n - 1;
}

__global__ void first_only(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (n > 0)
        out[i] = in[i];
}

__global__ void swapped_pairs(float *data) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = data[2 * i], b = data[2 * i + 1];
    data[2 * i] = b;
    data[2 * i + 1] = a;
}

__global__ void kept_pairs(float *data) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[2 * i] = data[2 * i + 1];
    data[2 * i + 1] = data[2 * i];
}
