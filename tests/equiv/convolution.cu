//@ equiv: direct shared --block 8 --grid 2 --set n=13 => equivalent real-arithmetic
//@ equiv: direct shared_edge --block 8 --grid 2 --set n=13 => different
//@ equiv: direct shared_reversed --block 8 --grid 2 --set n=13 => different
//@ equiv: valid valid_unrolled --block 4 --grid 2 --set n=7 => equivalent no-contraction
//@ equiv: valid valid_last_term --block 4 --grid 2 --set n=7 => different
//@ equiv: valid valid_shifted --block 4 --grid 2 --set n=7 => different
//@ equiv: direct_2d shared_2d --block 4,4 --grid 2,2 --set w=7 --set h=6 => equivalent real-arithmetic
//@ equiv: direct_2d shared_2d_transposed --block 4,4 --grid 2,2 --set w=7 --set h=6 => different
//@ equiv: direct_2d shared_2d_last_row --block 4,4 --grid 2,2 --set w=7 --set h=6 => different
//@ equiv: product lines_first --block 4 --grid 2 --set m=7 --set r=3 --set w=9 => equivalent real-arithmetic
//@ equiv: product lines_first_short --block 4 --grid 2 --set m=7 --set r=3 --set w=9 => different
//@ equiv: product lines_first_swapped --block 4 --grid 2 --set m=7 --set r=3 --set w=9 => different
//@ equiv: direct shared_edge => different
//@ equiv: direct shared_reversed => different
//@ equiv: valid valid_unrolled => equivalent
//@ equiv: valid valid_last_term => different
//@ equiv: valid valid_shifted => different
//@ equiv: direct_2d shared_2d_transposed => different
//@ equiv: direct_2d shared_2d_last_row => different
//@ equiv: product lines_first_short => different
//@ equiv: product lines_first_swapped => different
//@ equiv: product lines_first => equivalent real-arithmetic
// Convolutions in one and two dimensions, with the input through shared memory, with the loops over the filter unrolled.

#define RADIUS 2
#define BLOCK 8
#define TILE 4

//@ requires blockDim.x == 8 && n >= 0;
__global__ void direct(float *out, const float *in, const float *filter, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++)
        if (i + k >= 0 && i + k < n)
            sum += filter[k + RADIUS] * in[i + k];
    out[i] = sum;
}

template <int SHIFT, int SIGN> __device__ void halo(float *out, const float *in, const float *filter, int n) {
    __shared__ float s[BLOCK + 2 * RADIUS];
    int i = blockIdx.x * BLOCK + threadIdx.x, t = threadIdx.x + RADIUS;
    s[t] = i < n ? in[i] : 0;
    if (threadIdx.x < RADIUS) {
        s[t - RADIUS] = i - RADIUS >= 0 && i - RADIUS < n ? in[i - RADIUS] : 0;
        s[t + BLOCK] = i + BLOCK < n ? in[i + BLOCK - SHIFT] : 0;
    }
    __syncthreads();
    if (i >= n)
        return;
    float sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++)
        sum += filter[SIGN * k + RADIUS] * s[t + k];
    out[i] = sum;
}

//@ requires blockDim.x == 8 && n >= 0;
__global__ void shared(float *out, const float *in, const float *filter, int n) { halo<0, 1>(out, in, filter, n); }

// The right edge starts with the last element of the block.
//@ requires blockDim.x == 8 && n >= 0;
__global__ void shared_edge(float *out, const float *in, const float *filter, int n) { halo<1, 1>(out, in, filter, n); }

//@ requires blockDim.x == 8 && n >= 0;
__global__ void shared_reversed(float *out, const float *in, const float *filter, int n) { halo<0, -1>(out, in, filter, n); }

// The output has no borders: n + 4 elements are read.
//@ requires n >= 0;
__global__ void valid(float *out, const float *in, const float *filter, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = 0;
        for (int k = 0; k < 2 * RADIUS + 1; k++)
            sum += filter[k] * in[i + k];
        out[i] = sum;
    }
}

//@ requires n >= 0;
__global__ void valid_unrolled(float *out, const float *in, const float *filter, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float *from = in + i;
    float sum = 0;
    sum += filter[0] * from[0];
    sum += filter[1] * from[1];
    sum += filter[2] * from[2];
    sum += filter[3] * from[3];
    sum += filter[4] * from[4];
    out[i] = sum;
}

//@ requires n >= 0;
__global__ void valid_last_term(float *out, const float *in, const float *filter, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float *from = in + i;
    float sum = 0;
    sum += filter[0] * from[0];
    sum += filter[1] * from[1];
    sum += filter[2] * from[2];
    sum += filter[3] * from[3];
    out[i] = sum;
}

//@ requires n >= 0;
__global__ void valid_shifted(float *out, const float *in, const float *filter, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float *from = in + i;
    float sum = 0;
    for (int k = 0; k < 2 * RADIUS + 1; k++)
        sum += filter[k] * from[k + 1];
    out[i] = sum;
}

//@ requires blockDim.x == 4 && blockDim.y == 4 && w >= 0 && h >= 0;
__global__ void direct_2d(float *out, const float *in, const float *filter, int w, int h) {
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    if (x >= w || y >= h)
        return;
    float sum = 0;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) {
            int u = x + i - 1, v = y + j - 1;
            if (u >= 0 && u < w && v >= 0 && v < h)
                sum += filter[3 * j + i] * in[v * w + u];
        }
    out[y * w + x] = sum;
}

template <bool TRANSPOSED, int SIDE> __device__ void tile(float *out, const float *in, const float *filter, int w, int h) {
    __shared__ float s[TILE + 2][TILE + 2];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int t = threadIdx.y * TILE + threadIdx.x; t < (TILE + 2) * (TILE + 2); t += TILE * TILE) {
        int i = t % (TILE + 2), j = t / (TILE + 2);
        int u = blockIdx.x * TILE + i - 1, v = blockIdx.y * TILE + j - 1;
        s[j][i] = u >= 0 && u < w && v >= 0 && v < h - SIDE ? in[v * w + u] : 0;
    }
    __syncthreads();
    if (x >= w || y >= h)
        return;
    float sum = 0;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            sum += filter[TRANSPOSED ? 3 * i + j : 3 * j + i] * s[threadIdx.y + j][threadIdx.x + i];
    out[y * w + x] = sum;
}

//@ requires blockDim.x == 4 && blockDim.y == 4 && w >= 0 && h >= 0;
__global__ void shared_2d(float *out, const float *in, const float *filter, int w, int h) {
    tile<false, 0>(out, in, filter, w, h);
}

// Rows of the filter as columns.
//@ requires blockDim.x == 4 && blockDim.y == 4 && w >= 0 && h >= 0;
__global__ void shared_2d_transposed(float *out, const float *in, const float *filter, int w, int h) {
    tile<true, 0>(out, in, filter, w, h);
}

// The last row counts as outside.
//@ requires blockDim.x == 4 && blockDim.y == 4 && w >= 0 && h >= 0;
__global__ void shared_2d_last_row(float *out, const float *in, const float *filter, int w, int h) {
    tile<false, 1>(out, in, filter, w, h);
}

// A filter of any size; the product of two vectors is applied as such, or along rows first.
//@ requires w >= 0 && r >= 0 && m >= 0;
__global__ void product(float *out, const float *in, const float *p, const float *q, int m, int r, int w) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= m)
        return;
    float sum = 0;
    for (int j = 0; j < r; j++)
        for (int i = 0; i < r; i++)
            sum += p[j] * q[i] * in[j * w + x + i];
    out[x] = sum;
}

template <int START, bool SWAP> __device__ void separated(float *out, const float *in, const float *p, const float *q, int m, int r,
                                                              int w) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= m)
        return;
    float sum = 0;
    for (int j = 0; j < r; j++) {
        float line = 0;
        for (int i = START; i < r; i++)
            line += (SWAP ? p[i] : q[i]) * in[j * w + x + i];
        sum += (SWAP ? q[j] : p[j]) * line;
    }
    out[x] = sum;
}

//@ requires w >= 0 && r >= 0 && m >= 0;
__global__ void lines_first(float *out, const float *in, const float *p, const float *q, int m, int r, int w) {
    separated<0, false>(out, in, p, q, m, r, w);
}

//@ requires w >= 0 && r >= 0 && m >= 0;
__global__ void lines_first_short(float *out, const float *in, const float *p, const float *q, int m, int r, int w) {
    separated<1, false>(out, in, p, q, m, r, w);
}

//@ requires w >= 0 && r >= 0 && m >= 0;
__global__ void lines_first_swapped(float *out, const float *in, const float *p, const float *q, int m, int r, int w) {
    separated<0, true>(out, in, p, q, m, r, w);
}
