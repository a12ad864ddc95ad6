//@ equiv: by_rows by_columns --block 4 --grid 2 --set w=7 --set h=3 => equivalent
//@ equiv: by_rows by_columns_bounds --block 4 --grid 2 --set w=7 --set h=3 => different
//@ equiv: by_rows by_columns_pitch --block 4 --grid 2 --set w=7 --set h=3 => different
//@ equiv: chunk chunk_unrolled --block 2 --grid 2 --set c=7 => equivalent
//@ equiv: chunk chunk_no_rest --block 2 --grid 2 --set c=7 => different
//@ equiv: chunk chunk_same_index --block 2 --grid 2 --set c=7 => different
//@ equiv: chunk grid_stride --block 2 --grid 2 --set c=3 => equivalent
//@ equiv: chunk grid_stride_count --block 2 --grid 2 --set c=3 => different
//@ equiv: chunk grid_stride_double --block 2 --grid 2 --set c=3 => different
//@ equiv: guard_each guard_hoisted --block 2 --grid 2 --set n=14 => equivalent
//@ equiv: guard_each guard_overshoots --block 2 --grid 2 --set n=14 => different
//@ equiv: guard_each guard_no_else --block 2 --grid 2 --set n=14 => different
//@ equiv: two_loops fused --block 2 --grid 2 --set c=4 => equivalent
//@ equiv: two_loops fused_early --block 2 --grid 2 --set c=4 => different
//@ equiv: two_loops fused_neighbour --block 2 --grid 2 --set c=4 => different
//@ equiv: one_loop loop_split --block 2 --grid 2 --set c=4 => equivalent
//@ equiv: one_loop loop_split_short --block 2 --grid 2 --set c=4 => different
//@ equiv: one_loop loop_split_reads --block 2 --grid 2 --set c=4 => different
//@ equiv: one_store dead_store --block 2 --grid 2 --set n=3 => equivalent
//@ equiv: one_store dead_store_last --block 2 --grid 2 --set n=3 => different
//@ equiv: one_store no_store --block 2 --grid 2 --set n=3 => different
//@ equiv: by_rows by_columns_bounds => different
//@ equiv: by_rows by_columns_pitch => different
//@ equiv: chunk chunk_no_rest => different
//@ equiv: chunk chunk_same_index => different
//@ equiv: chunk grid_stride_count => different
//@ equiv: chunk grid_stride_double => different
//@ equiv: guard_each guard_overshoots => different
//@ equiv: guard_each guard_no_else => different
//@ equiv: two_loops fused_early => different
//@ equiv: two_loops fused_neighbour => different
//@ equiv: one_loop loop_split_short => different
//@ equiv: one_loop loop_split_reads => different
//@ equiv: one_store dead_store_last => different
//@ equiv: chunk grid_stride => equivalent
//@ equiv: guard_each guard_hoisted => equivalent
//@ equiv: two_loops fused => equivalent
//@ equiv: one_loop loop_split => equivalent
//@ equiv: one_store dead_store => equivalent
// Loops interchanged, unrolled, fused, split; guards before a loop; stores that are overwritten; strides over the grid.

#define DEPTH 2

//@ requires w >= 0 && h >= 0;
__global__ void by_rows(float *out, const float *in, int w, int h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w)
        return;
    for (int y = 0; y < h; y++)
        for (int k = 0; k < DEPTH; k++)
            out[(y * DEPTH + k) * w + i] = 2 * in[(y * DEPTH + k) * w + i];
}

//@ requires w >= 0 && h >= 0;
__global__ void by_columns(float *out, const float *in, int w, int h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w)
        return;
    for (int k = 0; k < DEPTH; k++)
        for (int y = 0; y < h; y++)
            out[(y * DEPTH + k) * w + i] = 2 * in[(y * DEPTH + k) * w + i];
}

// The bounds were not exchanged with the loops.
//@ requires w >= 0 && h >= 0;
__global__ void by_columns_bounds(float *out, const float *in, int w, int h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w)
        return;
    for (int k = 0; k < h; k++)
        for (int y = 0; y < DEPTH; y++)
            if (y < h && k < DEPTH)
                out[(y * DEPTH + k) * w + i] = 2 * in[(y * DEPTH + k) * w + i];
}

//@ requires w >= 0 && h >= 0;
__global__ void by_columns_pitch(float *out, const float *in, int w, int h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w)
        return;
    for (int k = 0; k < DEPTH; k++)
        for (int y = 0; y < h; y++)
            out[(y * DEPTH + k) * w + i] = 2 * in[(k * h + y) * w + i];
}

// A thread has c neighbours.
//@ requires c >= 0;
__global__ void chunk(float *out, const float *in, int c) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, from = thread * c;
    for (int k = 0; k < c; k++)
        out[from + k] = in[from + k] + 1;
}

template <bool REST, int AHEAD> __device__ void in_fours(float *out, const float *in, int c) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, from = thread * c, k = 0;
    for (; k + 3 < c; k += 4) {
        out[from + k] = in[from + k] + 1;
        out[from + k + 1] = in[from + k + 1] + 1;
        out[from + k + 2] = in[from + k + AHEAD] + 1;
        out[from + k + 3] = in[from + k + 3] + 1;
    }
    if (REST)
        for (; k < c; k++)
            out[from + k] = in[from + k] + 1;
}

//@ requires c >= 0;
__global__ void chunk_unrolled(float *out, const float *in, int c) { in_fours<true, 2>(out, in, c); }

//@ requires c >= 0;
__global__ void chunk_no_rest(float *out, const float *in, int c) { in_fours<false, 2>(out, in, c); }

//@ requires c >= 0;
__global__ void chunk_same_index(float *out, const float *in, int c) { in_fours<true, 3>(out, in, c); }

// The same elements, at the distance of the grid.
//@ requires c >= 0;
__global__ void grid_stride(float *out, const float *in, int c) {
    int total = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < c * total; i += total)
        out[i] = in[i] + 1;
}

//@ requires c >= 0;
__global__ void grid_stride_count(float *out, const float *in, int c) {
    int total = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (c - 1) * total; i += total)
        out[i] = in[i] + 1;
}

//@ requires c >= 0;
__global__ void grid_stride_double(float *out, const float *in, int c) {
    int total = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < c * total; i += 2 * total)
        out[i] = in[i] + 1;
}

//@ requires n >= 0;
__global__ void guard_each(float *out, const float *in, int n) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, i = 4 * thread;
    for (int k = 0; k < 4; k++)
        if (i + k < n)
            out[i + k] = -in[i + k];
}

template <int MARGIN, bool ELSE> __device__ void guard_first(float *out, const float *in, int n) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, i = 4 * thread;
    if (i + MARGIN < n) {
        for (int k = 0; k < 4; k++)
            out[i + k] = -in[i + k];
    } else if (ELSE) {
        for (int k = i; k < n; k++)
            out[k] = -in[k];
    }
}

//@ requires n >= 0;
__global__ void guard_hoisted(float *out, const float *in, int n) { guard_first<3, true>(out, in, n); }

// Up to three elements too many.
//@ requires n >= 0;
__global__ void guard_overshoots(float *out, const float *in, int n) { guard_first<0, true>(out, in, n); }

//@ requires n >= 0;
__global__ void guard_no_else(float *out, const float *in, int n) { guard_first<3, false>(out, in, n); }

//@ requires c >= 1;
__global__ void two_loops(float *sum, float *half, const float *in, int c) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, from = thread * c;
    for (int k = 0; k < c; k++)
        half[from + k] = in[from + k] / 2;
    for (int k = 0; k < c; k++)
        sum[from + k] = half[from + k] + half[from + c - 1 - k];
}

// What the second loop reads is computed again.
//@ requires c >= 1;
__global__ void fused(float *sum, float *half, const float *in, int c) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, from = thread * c;
    for (int k = 0; k < c; k++) {
        half[from + k] = in[from + k] / 2;
        sum[from + k] = in[from + k] / 2 + in[from + c - 1 - k] / 2;
    }
}

// Half of what is read was not written yet.
//@ requires c >= 1;
__global__ void fused_early(float *sum, float *half, const float *in, int c) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, from = thread * c;
    for (int k = 0; k < c; k++) {
        half[from + k] = in[from + k] / 2;
        sum[from + k] = half[from + k] + half[from + c - 1 - k];
    }
}

//@ requires c >= 1;
__global__ void fused_neighbour(float *sum, float *half, const float *in, int c) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, from = thread * c;
    for (int k = 0; k < c; k++) {
        half[from + k] = in[from + k] / 2;
        sum[from + k] = in[from + k] / 2 + in[from + c - 1] / 2;
    }
}

//@ requires c >= 0;
__global__ void one_loop(int *twice, int *next, const int *in, int c) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, from = thread * c;
    for (int k = 0; k < c; k++) {
        twice[from + k] = 2 * in[from + k];
        next[from + k] = in[from + k] + 1;
    }
}

template <int LESS, bool SAME> __device__ void split(int *twice, int *next, const int *in, int c) {
    int thread = blockIdx.x * blockDim.x + threadIdx.x, from = thread * c;
    for (int k = 0; k < c; k++)
        twice[from + k] = 2 * in[from + k];
    for (int k = 0; k < c - LESS; k++)
        next[from + k] = (SAME ? twice[from + k] : in[from + k]) + 1;
}

//@ requires c >= 0;
__global__ void loop_split(int *twice, int *next, const int *in, int c) { split<0, false>(twice, next, in, c); }

//@ requires c >= 0;
__global__ void loop_split_short(int *twice, int *next, const int *in, int c) { split<1, false>(twice, next, in, c); }

// The second loop reads what the first one left.
//@ requires c >= 0;
__global__ void loop_split_reads(int *twice, int *next, const int *in, int c) { split<0, true>(twice, next, in, c); }

//@ requires n >= 0;
__global__ void one_store(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] > 0 ? in[i] : 0;
}

//@ requires n >= 0;
__global__ void dead_store(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = 0;
        if (in[i] > 0)
            out[i] = in[i];
    }
}

// The store that should be dead comes last.
//@ requires n >= 0;
__global__ void dead_store_last(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        if (in[i] > 0)
            out[i] = in[i];
        out[i] = 0;
    }
}

//@ requires n >= 0;
__global__ void no_store(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] > 0)
        out[i] = in[i];
}
