//@ equiv: sums sums_of_two --block 2 --grid 2 --set m=3 --set n=5 => equivalent
//@ equiv: sums sums_but_nine --block 2 --grid 2 --set m=3 --set n=9 => different
//@ equiv: sums sums_but_nine --block 2 --grid 2 --set m=3 --set n=8 => equivalent
//@ equiv: sums sums_of_thousand --block 2 --grid 2 --set m=3 --set n=5 => equivalent
//@ equiv: sums sums_in_short --block 2 --grid 2 --set m=3 --set n=5 => unknown normal-form
//@ equiv: sums sums_in_float --block 2 --grid 2 --set m=3 --set n=5 => unknown normal-form
//@ equiv: sums sums_of_next --block 2 --grid 2 --set m=3 --set n=5 => different
//@ equiv: sums sums_but_one_row --block 2 --grid 2 --set m=3 --set n=5 => equivalent
//@ equiv: copied copied_guard --block 4 --grid 2 --set n=7 => equivalent
//@ equiv: copied twice_halved --block 4 --grid 2 --set n=7 => different
//@ equiv: copied copied_but_value --block 4 --grid 2 --set n=7 => unknown normal-form
//@ equiv: copied copied_positive --block 4 --grid 2 --set n=7 => different
//@ equiv: transpose transpose_tiled --block 4,4 --grid 2,2 --set w=7 --set h=6 => equivalent
//@ equiv: transpose transpose_square_only --block 4,4 --grid 2,2 --set w=7 --set h=6 => different
//@ equiv: transpose transpose_square_only --block 4,4 --grid 2,2 --set w=7 --set h=7 => equivalent
//@ equiv: transpose transpose_few_blocks --block 4,4 --grid 4,4 --set w=16 --set h=16 => different
//@ equiv: transpose transpose_few_blocks --block 4,4 --grid 2,2 --set w=7 --set h=7 => equivalent
//@ equiv: transpose transpose_below --block 4,4 --grid 2,2 --set w=8 --set h=8 => different
//@ equiv: row_products tiles_more --block 4 --grid 2 --set n=8 => equivalent
//@ equiv: row_products tiles_rest_of_one --block 4 --grid 2 --set n=9 => different
//@ equiv: row_products tiles_rest_of_one --block 4 --grid 2 --set n=10 => equivalent
//@ equiv: row_products tiles_last --block 4 --grid 2 --set n=9 => different
//@ equiv: copied copied_guard => equivalent
//@ equiv: copied copied_noted => equivalent
//@ equiv: changed_elsewhere changed_elsewhere_too => unknown premise
//@ equiv: made_elsewhere made_elsewhere_too => unknown value-chase
//@ equiv: transpose transpose_tiled => equivalent
//@ equiv: sums sums_of_thousand => unknown
//@ equiv: sums sums_in_short => different
//@ equiv: sums sums_in_float => different
//@ equiv: sums sums_but_one_row => unknown
//@ equiv: sums sums_of_next => different
//@ equiv: copied copied_but_value => unknown
//@ equiv: transpose transpose_square_only => different
//@ equiv: row_products tiles_rest_of_one => different
//@ equiv: row_products tiles_last => different
// Twins that differ for few sizes or few values only: none of them may be called equivalent.

#define TILE 4

// For each row the sum of its elements.
//@ requires m >= 0 && n >= 0;
__global__ void sums(int *out, const int *in, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m)
        return;
    int sum = 0;
    for (int k = 0; k < n; k++)
        sum += in[r * n + k];
    out[r] = sum;
}

// Two at a time, and the last one of an odd number.
//@ requires m >= 0 && n >= 0;
__global__ void sums_of_two(int *out, const int *in, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m)
        return;
    int even = 0, odd = 0;
    for (int k = 0; k + 1 < n; k += 2) {
        even += in[r * n + k];
        odd += in[r * n + k + 1];
    }
    if (n & 1)
        even += in[r * n + n - 1];
    out[r] = even + odd;
}

// Rows of exactly nine elements lose one.
//@ requires m >= 0 && n >= 0;
__global__ void sums_but_nine(int *out, const int *in, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m)
        return;
    int sum = 0;
    for (int k = 0; k < n; k++)
        if (n != 9 || k != 4)
            sum += in[r * n + k];
    out[r] = sum;
}

// No more than a thousand elements of a row.
//@ requires m >= 0 && n >= 0;
__global__ void sums_of_thousand(int *out, const int *in, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m)
        return;
    int sum = 0;
    for (int k = 0; k < min(n, 1000); k++)
        sum += in[r * n + k];
    out[r] = sum;
}

// The sum has sixteen bits.
//@ requires m >= 0 && n >= 0;
__global__ void sums_in_short(int *out, const int *in, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m)
        return;
    short sum = 0;
    for (int k = 0; k < n; k++)
        sum += in[r * n + k];
    out[r] = sum;
}

// The sum is rounded beyond 24 bits.
//@ requires m >= 0 && n >= 0;
__global__ void sums_in_float(int *out, const int *in, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m)
        return;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += in[r * n + k];
    out[r] = (int)sum;
}

// Row 40000 is left out.
//@ requires m >= 0 && n >= 0;
__global__ void sums_but_one_row(int *out, const int *in, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m || r == 40000)
        return;
    int sum = 0;
    for (int k = 0; k < n; k++)
        sum += in[r * n + k];
    out[r] = sum;
}

// Elements of the next row where there is one, of the same row in the last.
//@ requires m >= 0 && n >= 0;
__global__ void sums_of_next(int *out, const int *in, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= m)
        return;
    int sum = 0;
    for (int k = 0; k < n; k++)
        sum += in[min(r + 1, m - 1) * n + k];
    out[r] = sum;
}

//@ requires n >= 0;
__global__ void twice_halved(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (int)((unsigned)in[i] * 2u) / 2;
}

//@ requires n >= 0;
__global__ void copied(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}

//@ requires n >= 0;
__global__ void copied_guard(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if ((unsigned)i < (unsigned)n)
        out[i] = in[i];
}

// One value is changed.
//@ requires n >= 0;
__global__ void copied_but_value(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] == 123456789 ? 0 : in[i];
}

// Negative values become nought.
//@ requires n >= 0;
__global__ void copied_positive(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = max(in[i], 0);
}

//@ requires blockDim.x == 4 && blockDim.y == 4;
__global__ void transpose(float *out, const float *in, int w, int h) {
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    if (x < w && y < h)
        out[x * h + y] = in[y * w + x];
}

template <int WRONG> __device__ void tile(float *out, const float *in, int w, int h) {
    __shared__ float s[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    if (x < w && y < h)
        s[threadIdx.y][threadIdx.x] = in[y * (WRONG == 1 ? h : w) + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    if (x < h && y < w && (WRONG != 2 || blockIdx.x * blockIdx.y < 9))
        out[y * h + x] = s[threadIdx.x][WRONG == 3 && blockIdx.y > blockIdx.x ? threadIdx.y ^ 1 : threadIdx.y];
}

//@ requires blockDim.x == 4 && blockDim.y == 4;
__global__ void transpose_tiled(float *out, const float *in, int w, int h) { tile<0>(out, in, w, h); }

// Right for square matrices only.
//@ requires blockDim.x == 4 && blockDim.y == 4;
__global__ void transpose_square_only(float *out, const float *in, int w, int h) { tile<1>(out, in, w, h); }

// Blocks far from the edges do not write.
//@ requires blockDim.x == 4 && blockDim.y == 4;
__global__ void transpose_few_blocks(float *out, const float *in, int w, int h) { tile<2>(out, in, w, h); }

// Blocks below the diagonal exchange neighbours.
//@ requires blockDim.x == 4 && blockDim.y == 4 && w == 4 * gridDim.x && h == 4 * gridDim.y;
__global__ void transpose_below(float *out, const float *in, int w, int h) { tile<3>(out, in, w, h); }

// A row times a vector.
//@ requires blockDim.x == 4 && n >= 0;
__global__ void row_products(float *out, const float *a, const float *b, int n) {
    int i = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < n; t++)
        sum += a[i * n + t] * b[t];
    out[i] = sum;
}

template <int ROUND, int LAST> __device__ void by_tiles(float *out, const float *a, const float *b, int n) {
    __shared__ float s[TILE];
    int i = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < (n + ROUND) / TILE; t++) {
        int k = t * TILE + threadIdx.x;
        s[threadIdx.x] = k < n - LAST ? b[k] : 0;
        __syncthreads();
        for (int j = 0; j < TILE && t * TILE + j < n; j++)
            sum += a[i * n + t * TILE + j] * s[j];
        __syncthreads();
    }
    out[i] = sum;
}

// One tile more than needed where the size is a multiple.
//@ requires blockDim.x == 4 && n >= 0;
__global__ void tiles_more(float *out, const float *a, const float *b, int n) { by_tiles<TILE, 0>(out, a, b, n); }

// A rest of one element is left out.
//@ requires blockDim.x == 4 && n >= 0;
__global__ void tiles_rest_of_one(float *out, const float *a, const float *b, int n) { by_tiles<TILE - 2, 0>(out, a, b, n); }

// The last element counts as nought.
//@ requires blockDim.x == 4 && n >= 0;
__global__ void tiles_last(float *out, const float *a, const float *b, int n) { by_tiles<TILE - 1, 1>(out, a, b, n); }

// What is printed is not compared.
__global__ void copied_noted(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        printf("%d\n", i);
        out[i] = in[i];
    }
}

// Functions without a body: they may count their calls.
__device__ void elsewhere(int *);
__device__ int made(int);

__global__ void changed_elsewhere(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = i;
    if (i < n) {
        elsewhere(&value);
        out[i] = value;
    }
}

__global__ void changed_elsewhere_too(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = i;
    if (i < n) {
        elsewhere(&value);
        out[i] = value;
    }
}

__global__ void made_elsewhere(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = made(i);
}

__global__ void made_elsewhere_too(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = made(i);
}
