//@ equiv: plain grid_stride --block-a 4 --grid-a 4 --block-b 3 --grid-b 2 --set n=13 => equivalent
//@ equiv: plain vectorised --block-a 4 --grid-a 4 --block-b 2 --grid-b 2 --set n=16 => equivalent
//@ equiv: plain swapped_operands --block 4 --grid 4 --set n=16 => equivalent nan-payload
//@ equiv: plain swapped_operands --block 4 --grid 4 --set n=16 --without nan-payload => unknown not-granted
//@ equiv: plain adds_zero --block 4 --grid 4 --set n=16 => equivalent real-arithmetic
//@ equiv: plain stops_early --block 4 --grid 4 --set n=15 => different
//@ equiv: plain overshoots --block 4 --grid 4 --set n=15 => different
//@ equiv: plain writes_twice --block 4 --grid 4 --set n=16 => unknown premise
//@ equiv: plain other_names --block 4 --grid 4 --set n=16 --map out=dst --map a=left --map b=right => equivalent
//@ equiv: plain other_names --block 4 --grid 4 --set n=16 --map out=dst --map a=right --map b=left => equivalent nan-payload
//@ equiv: in_place out_of_place --block 4 --grid 1 --map data=data => equivalent
//@ equiv: average average_wraps --block 4 --grid 1 => different
//@ equiv: average average_bits --block 4 --grid 1 => unknown normal-form
//@ equiv: by_division by_reciprocal --block 4 --grid 1 => equivalent real-arithmetic
//@ equiv: relu relu_max --block 4 --grid 1 => equivalent real-arithmetic
//@ equiv: relu relu_wrong --block 4 --grid 1 => different
//@ equiv: clamp_int clamp_int_select --block 4 --grid 1 => equivalent
//@ equiv: shift_left multiply --block 4 --grid 1 => equivalent
//@ equiv: divide_signed shift_right --block 4 --grid 1 => different
//@ equiv: plain stops_early => different
//@ equiv: plain overshoots => different
//@ equiv: clamp_int clamp_int_select --requires gridDim.x==1 => equivalent
//@ equiv: shift_left multiply --requires gridDim.x==1 => equivalent
//@ equiv: divide_signed shift_right --requires gridDim.x==1 => different
//@ equiv: average average_bits --requires gridDim.x==1 => equivalent
//@ equiv: relu relu_max --requires gridDim.x==1 => equivalent real-arithmetic
//@ equiv: by_division by_reciprocal --requires gridDim.x==1 => equivalent real-arithmetic
//@ equiv: plain grid_stride --requires n<=blockDim.x*gridDim.x => equivalent
// One element a thread, and what may be taken for equal and is not.

__global__ void plain(float *out, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a[i] + b[i];
}

__global__ void grid_stride(float *out, const float *a, const float *b, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        out[i] = a[i] + b[i];
}

__global__ void vectorised(float *out, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i < n) {
        float4 x = ((const float4 *)a)[i], y = ((const float4 *)b)[i];
        ((float4 *)out)[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    }
}

__global__ void swapped_operands(float *out, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = b[i] + a[i];
}

// -0.0f + 0.0f is 0.0f.
__global__ void adds_zero(float *out, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (a[i] + b[i]) + 0.0f;
}

__global__ void stops_early(float *out, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        out[i] = a[i] + b[i];
}

__global__ void overshoots(float *out, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        out[i] = a[i] + b[i];
}

__global__ void writes_twice(float *out, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = a[i] + b[i];
    out[i / 2 * 2] = a[i / 2 * 2] + b[i / 2 * 2];
}

__global__ void other_names(float *dst, int n, const float *left, const float *right) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        dst[i] = left[i] + right[i];
}

__global__ void in_place(int *data) {
    __shared__ int s[4];
    s[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = s[3 - threadIdx.x];
    __syncthreads();
    s[threadIdx.x] = 7;
}

__global__ void out_of_place(int *data) {
    int v = data[3 - threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = v;
}

__global__ void average(unsigned *out, const unsigned *a, const unsigned *b) {
    int i = threadIdx.x;
    out[i] = (unsigned)(((unsigned long long)a[i] + b[i]) / 2);
}

// The sum wraps before it is halved.
__global__ void average_wraps(unsigned *out, const unsigned *a, const unsigned *b) {
    int i = threadIdx.x;
    out[i] = (a[i] + b[i]) / 2;
}

__global__ void average_bits(unsigned *out, const unsigned *a, const unsigned *b) {
    int i = threadIdx.x;
    out[i] = (a[i] & b[i]) + ((a[i] ^ b[i]) >> 1);
}

__global__ void by_division(float *out, const float *a) { out[threadIdx.x] = a[threadIdx.x] / 10.0f * 3.0f; }

__global__ void by_reciprocal(float *out, const float *a) { out[threadIdx.x] = 3.0f * a[threadIdx.x] / 10.0f; }

__global__ void relu(float *out, const float *a) {
    float v = a[threadIdx.x];
    if (v < 0)
        v = 0;
    out[threadIdx.x] = v;
}

__global__ void relu_max(float *out, const float *a) { out[threadIdx.x] = fmaxf(a[threadIdx.x], 0.0f); }

__global__ void relu_wrong(float *out, const float *a) {
    if (a[threadIdx.x] > 0)
        out[threadIdx.x] = a[threadIdx.x];
}

__global__ void clamp_int(int *out, const int *a) { out[threadIdx.x] = min(max(a[threadIdx.x], 0), 9); }

__global__ void clamp_int_select(int *out, const int *a) {
    int v = a[threadIdx.x];
    v = v > 0 ? v : 0;
    out[threadIdx.x] = v < 9 ? v : 9;
}

__global__ void shift_left(unsigned *out, const unsigned *a) { out[threadIdx.x] = a[threadIdx.x] << 3; }

__global__ void multiply(unsigned *out, const unsigned *a) { out[threadIdx.x] = a[threadIdx.x] * 8u; }

__global__ void divide_signed(int *out, const int *a) { out[threadIdx.x] = (a[threadIdx.x] - 50) / 2; }

__global__ void shift_right(int *out, const int *a) { out[threadIdx.x] = (a[threadIdx.x] - 50) >> 1; }
