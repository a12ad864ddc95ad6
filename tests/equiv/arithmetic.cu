//@ equiv: saxpy saxpy_fused --block 4 --grid 2 --set n=7 => equivalent real-arithmetic
//@ equiv: saxpy saxpy_exchanged --block 4 --grid 2 --set n=7 => different
//@ equiv: saxpy saxpy_sign --block 4 --grid 2 --set n=7 => different
//@ equiv: powers horner --block 4 --grid 2 --set n=7 => equivalent
//@ equiv: powers horner_reversed --block 4 --grid 2 --set n=7 => different
//@ equiv: powers horner_start --block 4 --grid 2 --set n=7 => different
//@ equiv: running_power horner_any --block 4 --grid 1 --set n=3 --set degree=5 => equivalent real-arithmetic
//@ equiv: running_power horner_no_constant --block 4 --grid 1 --set n=3 --set degree=5 => different
//@ equiv: running_power horner_degree --block 4 --grid 1 --set n=3 --set degree=5 => different
//@ equiv: product_address sum_address --block 4 --grid 2 --set w=7 --set h=3 => equivalent
//@ equiv: product_address sum_address_start --block 4 --grid 2 --set w=7 --set h=3 => different
//@ equiv: product_address sum_address_step --block 4 --grid 2 --set w=7 --set h=3 => different
//@ equiv: quotients shifts --block 16 --grid 8 => equivalent
//@ equiv: quotients shifts_mask --block 16 --grid 8 => different
//@ equiv: quotients shifts_amount --block 16 --grid 8 => different
//@ equiv: remainders masks_wide --block 4 --grid 2 => different
//@ equiv: remainders masks_shift --block 4 --grid 2 => different
//@ equiv: limits limits_exchanged --block 4 --grid 2 --set n=7 --set lo=3 --set hi=40 => different
//@ equiv: limits limits_upper_only --block 4 --grid 2 --set n=7 --set lo=20 --set hi=40 => different
//@ equiv: saxpy saxpy_exchanged => different
//@ equiv: saxpy saxpy_sign => different
//@ equiv: powers horner => equivalent
//@ equiv: powers horner_reversed => different
//@ equiv: powers horner_start => different
//@ equiv: running_power horner_no_constant => different
//@ equiv: running_power horner_degree => different
//@ equiv: product_address sum_address_start => different
//@ equiv: product_address sum_address_step => different
//@ equiv: quotients shifts => equivalent
//@ equiv: quotients shifts_mask => different
//@ equiv: quotients shifts_amount => different
//@ equiv: remainders masks => equivalent
//@ equiv: remainders masks_wide => different
//@ equiv: remainders masks_shift => different
//@ equiv: limits limits_branches => equivalent
//@ equiv: limits limits_exchanged => different
//@ equiv: limits limits_upper_only => different
//@ equiv: saxpy saxpy_fused => equivalent real-arithmetic
//@ equiv: product_address sum_address => equivalent
// The same arithmetic in other words: fused operations, Horner's rule, sums in place of products, shifts and masks, limits.

//@ requires n >= 0;
__global__ void saxpy(float *y, const float *x, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

//@ requires n >= 0;
__global__ void saxpy_fused(float *y, const float *x, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fmaf(a, x[i], y[i]);
}

//@ requires n >= 0;
__global__ void saxpy_exchanged(float *y, const float *x, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fmaf(a, y[i], x[i]);
}

//@ requires n >= 0;
__global__ void saxpy_sign(float *y, const float *x, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fmaf(a, x[i], -y[i]);
}

// Coefficients from that of the highest power to the constant.
//@ requires n >= 0;
__global__ void powers(int *out, const int *x, const int *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = c[0] * x[i] * x[i] * x[i] + c[1] * x[i] * x[i] + c[2] * x[i] + c[3];
}

template <int FIRST, bool DOWN> __device__ void rule(int *out, const int *x, const int *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int v = c[DOWN ? 3 : 0];
    for (int k = FIRST; k < 4; k++)
        v = v * x[i] + c[DOWN ? 3 - k : k];
    out[i] = v;
}

//@ requires n >= 0;
__global__ void horner(int *out, const int *x, const int *c, int n) { rule<1, false>(out, x, c, n); }

// The coefficients in the other order.
//@ requires n >= 0;
__global__ void horner_reversed(int *out, const int *x, const int *c, int n) { rule<1, true>(out, x, c, n); }

// The highest coefficient counts twice.
//@ requires n >= 0;
__global__ void horner_start(int *out, const int *x, const int *c, int n) { rule<0, false>(out, x, c, n); }

// A polynomial of any degree: a running power, or Horner's rule from the highest coefficient.
//@ requires n >= 0 && degree >= 0;
__global__ void running_power(float *out, const float *x, const float *c, int n, int degree) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float power = 1, sum = 0;
    for (int k = 0; k <= degree; k++) {
        sum += c[k] * power;
        power *= x[i];
    }
    out[i] = sum;
}

template <int END, int FROM> __device__ void down(float *out, const float *x, const float *c, int n, int degree) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int k = degree - FROM; k >= END; k--)
        sum = sum * x[i] + c[k];
    out[i] = sum;
}

//@ requires n >= 0 && degree >= 0;
__global__ void horner_any(float *out, const float *x, const float *c, int n, int degree) { down<0, 0>(out, x, c, n, degree); }

// Without the constant, one power lower.
//@ requires n >= 0 && degree >= 0;
__global__ void horner_no_constant(float *out, const float *x, const float *c, int n, int degree) {
    down<1, 0>(out, x, c, n, degree);
}

//@ requires n >= 0 && degree >= 0;
__global__ void horner_degree(float *out, const float *x, const float *c, int n, int degree) { down<0, 1>(out, x, c, n, degree); }

//@ requires w >= 0 && h >= 0;
__global__ void product_address(float *out, const float *in, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x < w)
        for (int y = 0; y < h; y++)
            out[y * w + x] = 3 * in[y * w + x];
}

template <int FIRST, int MORE> __device__ void stepping(float *out, const float *in, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= w)
        return;
    int at = x + FIRST * w;
    for (int y = 0; y < h; y++) {
        out[y * w + x] = 3 * in[at];
        at += w + MORE;
    }
}

//@ requires w >= 0 && h >= 0;
__global__ void sum_address(float *out, const float *in, int w, int h) { stepping<0, 0>(out, in, w, h); }

// It starts in the second row.
//@ requires w >= 0 && h >= 0;
__global__ void sum_address_start(float *out, const float *in, int w, int h) { stepping<1, 0>(out, in, w, h); }

//@ requires w >= 0 && h >= 0;
__global__ void sum_address_step(float *out, const float *in, int w, int h) { stepping<0, 1>(out, in, w, h); }

// Rows of eight, stored as columns.
__global__ void quotients(int *out, const int *in) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i / 64 * 64 + i % 8 * 8 + i / 8 % 8];
}

__global__ void shifts(int *out, const int *in) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[((i >> 6) << 6) + ((i & 7) << 3) + ((i >> 3) & 7)];
}

__global__ void shifts_mask(int *out, const int *in) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[((i >> 6) << 6) + ((i & 6) << 3) + ((i >> 3) & 7)];
}

__global__ void shifts_amount(int *out, const int *in) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[((i >> 6) << 6) + ((i & 7) << 3) + ((i >> 2) & 7)];
}

__global__ void remainders(unsigned *out, const unsigned *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] % 16 + in[i] / 4 + in[i] * 10;
}

__global__ void masks(unsigned *out, const unsigned *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = in[i];
    out[i] = (v & 15) + (v >> 2) + (v << 3) + (v << 1);
}

__global__ void masks_wide(unsigned *out, const unsigned *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = in[i];
    out[i] = (v & 16) + (v >> 2) + (v << 3) + (v << 1);
}

// Eight times, not ten times.
__global__ void masks_shift(unsigned *out, const unsigned *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = in[i];
    out[i] = (v & 15) + (v >> 2) + (v << 3);
}

//@ requires n >= 0 && lo <= hi;
__global__ void limits(int *out, const int *in, int lo, int hi, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = min(max(in[i], lo), hi);
}

//@ requires n >= 0 && lo <= hi;
__global__ void limits_branches(int *out, const int *in, int lo, int hi, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int v = in[i];
    if (v < lo)
        v = lo;
    else if (v > hi)
        v = hi;
    out[i] = v;
}

// The limits are exchanged.
//@ requires n >= 0 && lo <= hi;
__global__ void limits_exchanged(int *out, const int *in, int lo, int hi, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = max(min(in[i], lo), hi);
}

//@ requires n >= 0 && lo <= hi;
__global__ void limits_upper_only(int *out, const int *in, int lo, int hi, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] > hi ? hi : in[i];
}
