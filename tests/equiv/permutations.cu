//@ equiv: reverse_gather reverse_scatter --block 4 --grid 2 --set n=7 => equivalent
//@ equiv: reverse_gather reverse_scatter_end --block 4 --grid 2 --set n=7 => different
//@ equiv: reverse_gather reverse_scatter_half --block 4 --grid 2 --set n=7 => different
//@ equiv: reverse reverse_blocks --block 4 --grid 3 --set n=12 => equivalent
//@ equiv: reverse reverse_within --block 4 --grid 3 --set n=12 => different
//@ equiv: reverse reverse_between --block 4 --grid 3 --set n=12 => different
//@ equiv: rotate_gather rotate_scatter --block 4 --grid 2 --set n=7 --set shift=3 => equivalent
//@ equiv: rotate_gather rotate_scatter_other --block 4 --grid 2 --set n=7 --set shift=3 => different
//@ equiv: rotate_gather rotate_scatter_shift --block 4 --grid 2 --set n=7 --set shift=3 => different
//@ equiv: shift_gather shift_scatter --block 4 --grid 2 --set n=7 => equivalent
//@ equiv: shift_gather shift_scatter_end --block 4 --grid 2 --set n=7 => different
//@ equiv: shift_gather shift_scatter_first --block 4 --grid 2 --set n=7 => different
//@ equiv: interleave_gather interleave_scatter --block 4 --grid 2 --set n=7 => equivalent
//@ equiv: interleave_gather interleave_exchanged --block 4 --grid 2 --set n=7 => different
//@ equiv: interleave_gather interleave_behind --block 4 --grid 2 --set n=7 => different
//@ equiv: reverse_gather reverse_scatter_end => different
//@ equiv: reverse_gather reverse_scatter_half => different
//@ equiv: reverse reverse_within => different
//@ equiv: reverse reverse_between => different
//@ equiv: rotate_gather rotate_scatter_other => different
//@ equiv: rotate_gather rotate_scatter_shift => different
//@ equiv: shift_gather shift_scatter_end => different
//@ equiv: shift_gather shift_scatter_first => different
//@ equiv: interleave_gather interleave_scatter => equivalent
//@ equiv: interleave_gather interleave_exchanged => different
//@ equiv: interleave_gather interleave_behind => different
//@ equiv: shift_gather shift_scatter => equivalent
// Known permutations: gathered from where elements come, or scattered to where they go.

//@ requires 0 <= n && n <= blockDim.x * gridDim.x;
__global__ void reverse_gather(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[n - 1 - i];
}

//@ requires 0 <= n && n <= blockDim.x * gridDim.x;
__global__ void reverse_scatter(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[n - 1 - i] = in[i];
}

// Off by one: element nought is left, and one behind the last is written.
//@ requires 0 <= n && n <= blockDim.x * gridDim.x;
__global__ void reverse_scatter_end(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[n - i] = in[i];
}

//@ requires 0 <= n && n <= blockDim.x * gridDim.x;
__global__ void reverse_scatter_half(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2)
        out[n - 1 - i] = in[i];
}

//@ requires n == blockDim.x * gridDim.x;
__global__ void reverse(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[n - 1 - i] = in[i];
}

template <bool BLOCKS, bool THREADS> __device__ void blocks(float *out, const float *in, int n) {
    extern __shared__ float s[];
    int from = blockIdx.x * blockDim.x, t = threadIdx.x, last = blockDim.x - 1;
    s[THREADS ? last - t : t] = in[from + t];
    __syncthreads();
    int to = BLOCKS ? (gridDim.x - 1 - blockIdx.x) * blockDim.x : from;
    out[to + t] = s[t];
}

// Each block is reversed in shared memory, and written to the place of its counterpart.
//@ requires n == blockDim.x * gridDim.x;
__global__ void reverse_blocks(float *out, const float *in, int n) { blocks<true, true>(out, in, n); }

// Blocks are reversed where they are.
//@ requires n == blockDim.x * gridDim.x;
__global__ void reverse_within(float *out, const float *in, int n) { blocks<false, true>(out, in, n); }

// Blocks change places as they are.
//@ requires n == blockDim.x * gridDim.x;
__global__ void reverse_between(float *out, const float *in, int n) { blocks<true, false>(out, in, n); }

//@ requires 0 <= shift && shift < n && n <= blockDim.x * gridDim.x;
__global__ void rotate_gather(float *out, const float *in, int n, int shift) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[(i + shift) % n];
}

//@ requires 0 <= shift && shift < n && n <= blockDim.x * gridDim.x;
__global__ void rotate_scatter(float *out, const float *in, int n, int shift) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i >= shift ? i - shift : i + n - shift] = in[i];
}

// To the other side.
//@ requires 0 <= shift && shift < n && n <= blockDim.x * gridDim.x;
__global__ void rotate_scatter_other(float *out, const float *in, int n, int shift) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i + shift < n ? i + shift : i + shift - n] = in[i];
}

// Nothing comes around.
//@ requires 0 <= shift && shift < n && n <= blockDim.x * gridDim.x;
__global__ void rotate_scatter_shift(float *out, const float *in, int n, int shift) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (shift <= i && i < n)
        out[i - shift] = in[i];
}

//@ requires 0 <= n && n <= blockDim.x * gridDim.x;
__global__ void shift_gather(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i == 0 ? 0 : in[i - 1];
}

template <int LAST, int VALUE> __device__ void move(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + LAST < n)
        out[i + 1] = in[i];
    if (i == 0 && n > 0)
        out[0] = VALUE;
}

//@ requires 0 <= n && n <= blockDim.x * gridDim.x;
__global__ void shift_scatter(int *out, const int *in, int n) { move<1, 0>(out, in, n); }

// One element behind the end is written.
//@ requires 0 <= n && n <= blockDim.x * gridDim.x;
__global__ void shift_scatter_end(int *out, const int *in, int n) { move<0, 0>(out, in, n); }

//@ requires 0 <= n && n <= blockDim.x * gridDim.x;
__global__ void shift_scatter_first(int *out, const int *in, int n) { move<1, 1>(out, in, n); }

// Even elements from the first array, odd ones from the second.
//@ requires n >= 0;
__global__ void interleave_gather(float *out, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int k = 2 * i; k < 2 * i + 2; k++)
            out[k] = k % 2 == 0 ? a[k / 2] : b[k / 2];
}

//@ requires n >= 0;
__global__ void interleave_scatter(float *out, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[2 * i] = a[i];
    out[2 * i + 1] = b[i];
}

//@ requires n >= 0;
__global__ void interleave_exchanged(float *out, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[2 * i] = b[i];
    out[2 * i + 1] = a[i];
}

// One array behind the other.
//@ requires n >= 0;
__global__ void interleave_behind(float *out, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = a[i];
    out[n + i] = b[i];
}
