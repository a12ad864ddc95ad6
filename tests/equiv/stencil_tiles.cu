//@ equiv: three three_shared --block 4 --grid 3 --set n=11 => equivalent no-contraction
//@ equiv: three three_left --block 4 --grid 3 --set n=11 => different
//@ equiv: three three_right --block 4 --grid 3 --set n=11 => different
//@ equiv: clamped clamped_branches --block 4 --grid 3 --set n=11 => equivalent
//@ equiv: clamped clamped_around --block 4 --grid 3 --set n=11 => different
//@ equiv: clamped clamped_first_only --block 4 --grid 3 --set n=11 => different
//@ equiv: five five_shared --block 4,4 --grid 2,2 --set w=7 --set h=8 => equivalent
//@ equiv: five five_below --block 4,4 --grid 2,2 --set w=7 --set h=8 => different
//@ equiv: five five_left_twice --block 4,4 --grid 2,2 --set w=7 --set h=8 => different
//@ equiv: sweep sweep_registers --block 4 --grid 2 --set w=7 --set h=6 => equivalent no-contraction
//@ equiv: sweep sweep_stale --block 4 --grid 2 --set w=7 --set h=6 => different
//@ equiv: sweep sweep_start --block 4 --grid 2 --set w=7 --set h=6 => different
//@ equiv: three three_left => different
//@ equiv: three three_right => different
//@ equiv: clamped clamped_branches => equivalent
//@ equiv: clamped clamped_around => different
//@ equiv: clamped clamped_first_only => different
//@ equiv: five five_below => different
//@ equiv: five five_left_twice => different
//@ equiv: sweep sweep_stale => different
//@ equiv: sweep sweep_start => different
//@ equiv: three three_shared => equivalent
// Stencils with neighbours through shared memory, in one and two dimensions, with clamped borders, with a column in registers.

#define TILE 4

//@ requires n >= 2;
__global__ void three(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        out[i] = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1];
}

template <int LEFT, int RIGHT> __device__ void with_edges(float *out, const float *in, int n) {
    extern __shared__ float s[];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + 1;
    if (i < n) {
        s[t] = in[i];
        if (threadIdx.x == 0 && i > 0)
            s[0] = in[i - LEFT];
        if (threadIdx.x == blockDim.x - 1 && i + 1 < n)
            s[t + 1] = in[i + RIGHT];
    }
    __syncthreads();
    if (i > 0 && i < n - 1)
        out[i] = 0.25f * s[t - 1] + 0.5f * s[t] + 0.25f * s[t + 1];
}

//@ requires n >= 2;
__global__ void three_shared(float *out, const float *in, int n) { with_edges<1, 1>(out, in, n); }

// The left edge is the element itself.
//@ requires n >= 2;
__global__ void three_left(float *out, const float *in, int n) { with_edges<0, 1>(out, in, n); }

//@ requires n >= 2;
__global__ void three_right(float *out, const float *in, int n) { with_edges<1, 0>(out, in, n); }

//@ requires n >= 1;
__global__ void clamped(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[max(i - 1, 0)] + in[i] + in[min(i + 1, n - 1)];
}

// Branches in place of least and greatest values.
//@ requires n >= 1;
__global__ void clamped_branches(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int left = i - 1, right = i + 1;
    if (i == 0)
        left = 0;
    if (i == n - 1)
        right = i;
    out[i] = in[left] + in[i] + in[right];
}

// The other border.
//@ requires n >= 1;
__global__ void clamped_around(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int left = i == 0 ? n - 1 : i - 1, right = i == n - 1 ? 0 : i + 1;
    out[i] = in[left] + in[i] + in[right];
}

//@ requires n >= 1;
__global__ void clamped_first_only(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int left = i > 1 ? i - 1 : 0, right = i < n - 2 ? i + 1 : i;
    out[i] = in[left] + in[i] + in[right];
}

//@ requires blockDim.x == 4 && blockDim.y == 4 && w >= 2 && h >= 2;
__global__ void five(float *out, const float *in, int w, int h) {
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
        out[y * w + x] = in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] + in[(y + 1) * w + x] - 4 * in[y * w + x];
}

template <int DOWN, bool ROWS> __device__ void tile(float *out, const float *in, int w, int h) {
    __shared__ float s[TILE + 2][TILE + 2];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    int i = threadIdx.x + 1, j = threadIdx.y + 1;
    if (x < w && y < h) {
        s[j][i] = in[y * w + x];
        if (i == 1 && x > 0)
            s[j][0] = in[y * w + x - 1];
        if (i == TILE && x + 1 < w)
            s[j][TILE + 1] = in[y * w + x + 1];
        if (j == 1 && y > 0)
            s[0][i] = in[(y - 1) * w + x];
        if (j == TILE && y + 1 < h)
            s[TILE + 1][i] = in[(y + DOWN) * w + x];
    }
    __syncthreads();
    if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
        out[y * w + x] = s[j][i - 1] + s[j][i + 1] + (ROWS ? s[j - 1][i] : s[j][i - 1]) + s[j + 1][i] - 4 * s[j][i];
}

//@ requires blockDim.x == 4 && blockDim.y == 4 && w >= 2 && h >= 2;
__global__ void five_shared(float *out, const float *in, int w, int h) { tile<1, true>(out, in, w, h); }

// The row below the tile is the last of the tile.
//@ requires blockDim.x == 4 && blockDim.y == 4 && w >= 2 && h >= 2;
__global__ void five_below(float *out, const float *in, int w, int h) { tile<0, true>(out, in, w, h); }

// The left neighbour in place of the upper one.
//@ requires blockDim.x == 4 && blockDim.y == 4 && w >= 2 && h >= 2;
__global__ void five_left_twice(float *out, const float *in, int w, int h) { tile<1, false>(out, in, w, h); }

// The column is swept from above.
//@ requires w >= 2 && h >= 2;
__global__ void sweep(float *out, const float *in, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x > 0 && x < w - 1)
        for (int y = 1; y < h - 1; y++)
            out[y * w + x] = in[(y - 1) * w + x] + 2 * in[y * w + x] + in[(y + 1) * w + x];
}

template <bool ROTATE, int FIRST> __device__ void pipeline(float *out, const float *in, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x == 0 || x >= w - 1)
        return;
    float above = in[FIRST * w + x], here = in[w + x];
    for (int y = 1; y < h - 1; y++) {
        float below = in[(y + 1) * w + x];
        out[y * w + x] = above + 2 * here + below;
        if (ROTATE)
            above = here;
        here = below;
    }
}

// Three values of the column stay in registers.
//@ requires w >= 2 && h >= 2;
__global__ void sweep_registers(float *out, const float *in, int w, int h) { pipeline<true, 0>(out, in, w, h); }

// The value above stays that of the first row.
//@ requires w >= 2 && h >= 2;
__global__ void sweep_stale(float *out, const float *in, int w, int h) { pipeline<false, 0>(out, in, w, h); }

// It starts from the wrong row.
//@ requires w >= 2 && h >= 2;
__global__ void sweep_start(float *out, const float *in, int w, int h) { pipeline<true, 1>(out, in, w, h); }
