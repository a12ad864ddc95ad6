//@ equiv: scalar_loads loads_of_four --block 3,3 --grid 1,1 --set m=3 --set n=8 --set quarters=2 => equivalent no-contraction
//@ equiv: scalar_loads loads_of_four_component --block 3,3 --grid 1,1 --set m=3 --set n=8 --set quarters=2 => different
//@ equiv: scalar_loads loads_of_four_stride --block 3,3 --grid 1,1 --set m=3 --set n=8 --set quarters=2 => different
//@ equiv: scalar_loads loads_of_two --block 3,3 --grid 1,1 --set m=3 --set n=8 --set quarters=2 => equivalent real-arithmetic
//@ equiv: scalar_loads loads_of_two_short --block 3,3 --grid 1,1 --set m=3 --set n=8 --set quarters=2 => different
//@ equiv: scalar_loads loads_of_two_crossed --block 3,3 --grid 1,1 --set m=3 --set n=8 --set quarters=2 => different
//@ equiv: columns interchanged --block 4 --grid 2 --set m=7 --set n=5 => equivalent no-contraction
//@ equiv: columns interchanged_start --block 4 --grid 2 --set m=7 --set n=5 => different
//@ equiv: columns interchanged_stride --block 4 --grid 2 --set m=7 --set n=5 => different
//@ equiv: row row_in_memory --block 4 --grid 2 --set m=7 --set n=3 --set w=5 => equivalent no-contraction
//@ equiv: row row_not_cleared --block 4 --grid 2 --set m=7 --set n=3 --set w=5 => different
//@ equiv: row row_first_column --block 4 --grid 2 --set m=7 --set n=3 --set w=5 => different
//@ equiv: scalar_loads loads_of_four_component => different
//@ equiv: scalar_loads loads_of_four_stride => different
//@ equiv: scalar_loads loads_of_two_short => different
//@ equiv: scalar_loads loads_of_two_crossed => different
//@ equiv: columns interchanged_start => different
//@ equiv: columns interchanged_stride => different
//@ equiv: row row_not_cleared => different
//@ equiv: row row_first_column => different
//@ equiv: scalar_loads loads_of_four => equivalent real-arithmetic
//@ equiv: scalar_loads loads_of_two => equivalent real-arithmetic
//@ equiv: columns interchanged => equivalent
// Products of matrices, several elements a thread: loads of two and four elements, loops interchanged in registers and in memory.

#define WIDTH 4

// The second matrix is transposed.
//@ requires n == 4 * quarters && quarters >= 0 && m <= blockDim.y * gridDim.y && m <= blockDim.x * gridDim.x && m >= 0;
__global__ void scalar_loads(float *c, const float *a, const float *b, int m, int n, int quarters) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= m || y >= m)
        return;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[y * n + k] * b[x * n + k];
    c[y * m + x] = sum;
}

//@ requires n == 4 * quarters && quarters >= 0 && m <= blockDim.y * gridDim.y && m <= blockDim.x * gridDim.x && m >= 0;
__global__ void loads_of_four(float *c, const float *a, const float *b, int m, int n, int quarters) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= m || y >= m)
        return;
    const float4 *row = (const float4 *)a + y * quarters, *column = (const float4 *)b + x * quarters;
    float sum = 0;
    for (int k = 0; k < quarters; k++) {
        float4 p = row[k], q = column[k];
        sum += p.x * q.x;
        sum += p.y * q.y;
        sum += p.z * q.z;
        sum += p.w * q.w;
    }
    c[y * m + x] = sum;
}

// The third component counts twice.
//@ requires n == 4 * quarters && quarters >= 0 && m <= blockDim.y * gridDim.y && m <= blockDim.x * gridDim.x && m >= 0;
__global__ void loads_of_four_component(float *c, const float *a, const float *b, int m, int n, int quarters) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= m || y >= m)
        return;
    const float4 *row = (const float4 *)a + y * quarters, *column = (const float4 *)b + x * quarters;
    float sum = 0;
    for (int k = 0; k < quarters; k++) {
        float4 p = row[k], q = column[k];
        sum += p.x * q.x;
        sum += p.y * q.y;
        sum += p.z * q.z;
        sum += p.w * q.z;
    }
    c[y * m + x] = sum;
}

// Rows are taken to have as many elements as vectors.
//@ requires n == 4 * quarters && quarters >= 0 && m <= blockDim.y * gridDim.y && m <= blockDim.x * gridDim.x && m >= 0;
__global__ void loads_of_four_stride(float *c, const float *a, const float *b, int m, int n, int quarters) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= m || y >= m)
        return;
    const float4 *row = (const float4 *)a + y * quarters, *column = (const float4 *)b + x * n;
    float sum = 0;
    for (int k = 0; k < quarters; k++) {
        float4 p = row[k], q = column[k];
        sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
    }
    c[y * m + x] = sum;
}

template <int LEFT_OUT, bool CROSS>
__device__ void pairs(float *c, const float *a, const float *b, int m, int n, int quarters) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= m || y >= m)
        return;
    float even = 0, odd = 0;
    for (int k = 0; k < n / 2 - LEFT_OUT; k++) {
        float2 p = ((const float2 *)a)[y * (n / 2) + k];
        float2 q = ((const float2 *)b)[x * (n / 2) + k];
        even += p.x * (CROSS ? q.y : q.x);
        odd += p.y * (CROSS ? q.x : q.y);
    }
    c[y * m + x] = even + odd;
}

//@ requires n == 4 * quarters && quarters >= 0 && m <= blockDim.y * gridDim.y && m <= blockDim.x * gridDim.x && m >= 0;
__global__ void loads_of_two(float *c, const float *a, const float *b, int m, int n, int quarters) {
    pairs<0, false>(c, a, b, m, n, quarters);
}

//@ requires n == 4 * quarters && quarters >= 0 && m <= blockDim.y * gridDim.y && m <= blockDim.x * gridDim.x && m >= 0;
__global__ void loads_of_two_short(float *c, const float *a, const float *b, int m, int n, int quarters) {
    pairs<1, false>(c, a, b, m, n, quarters);
}

//@ requires n == 4 * quarters && quarters >= 0 && m <= blockDim.y * gridDim.y && m <= blockDim.x * gridDim.x && m >= 0;
__global__ void loads_of_two_crossed(float *c, const float *a, const float *b, int m, int n, int quarters) {
    pairs<0, true>(c, a, b, m, n, quarters);
}

// A thread computes four columns of a row.
//@ requires m >= 0 && n >= 0;
__global__ void columns(float *c, const float *a, const float *b, int m, int n) {
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= m)
        return;
    for (int x = 0; x < WIDTH; x++) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[y * n + k] * b[k * WIDTH + x];
        c[y * WIDTH + x] = sum;
    }
}

template <bool CARRY, int STRIDE> __device__ void outer(float *c, const float *a, const float *b, int m, int n) {
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= m)
        return;
    float sum[WIDTH];
    for (int x = 0; x < WIDTH; x++)
        sum[x] = CARRY ? a[y * n] : 0;
    for (int k = 0; k < n; k++) {
        float v = a[y * n + k];
        for (int x = 0; x < WIDTH; x++)
            sum[x] += v * b[k * STRIDE + x];
    }
    for (int x = 0; x < WIDTH; x++)
        c[y * WIDTH + x] = sum[x];
}

//@ requires m >= 0 && n >= 0;
__global__ void interchanged(float *c, const float *a, const float *b, int m, int n) { outer<false, WIDTH>(c, a, b, m, n); }

// The sums do not start from nought.
//@ requires m >= 0 && n >= 0;
__global__ void interchanged_start(float *c, const float *a, const float *b, int m, int n) { outer<true, WIDTH>(c, a, b, m, n); }

//@ requires m >= 0 && n >= 0;
__global__ void interchanged_stride(float *c, const float *a, const float *b, int m, int n) {
    outer<false, WIDTH - 1>(c, a, b, m, n);
}

// A thread computes a row.
//@ requires m >= 0 && n >= 0 && w >= 0;
__global__ void row(float *c, const float *a, const float *b, int m, int n, int w) {
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y < m)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[y * n + k] * b[k * w + x];
            c[y * w + x] = sum;
        }
}

template <bool CLEAR, int FIRST> __device__ void in_memory(float *c, const float *a, const float *b, int m, int n, int w) {
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= m)
        return;
    if (CLEAR)
        for (int x = 0; x < w; x++)
            c[y * w + x] = 0;
    for (int k = 0; k < n; k++)
        for (int x = FIRST; x < w; x++)
            c[y * w + x] += a[y * n + k] * b[k * w + x];
}

//@ requires m >= 0 && n >= 0 && w >= 0;
__global__ void row_in_memory(float *c, const float *a, const float *b, int m, int n, int w) {
    in_memory<true, 0>(c, a, b, m, n, w);
}

// What the array held is added.
//@ requires m >= 0 && n >= 0 && w >= 0;
__global__ void row_not_cleared(float *c, const float *a, const float *b, int m, int n, int w) {
    in_memory<false, 0>(c, a, b, m, n, w);
}

//@ requires m >= 0 && n >= 0 && w >= 0;
__global__ void row_first_column(float *c, const float *a, const float *b, int m, int n, int w) {
    in_memory<true, 1>(c, a, b, m, n, w);
}
