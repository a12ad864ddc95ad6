//@ equiv: plain plain => equivalent
//@ equiv: plain through_shared => equivalent
//@ equiv: plain latest_interval => equivalent
//@ equiv: plain guarded_overwrite => different
//@ equiv: plain foreign_overwrite => different
//@ equiv: plain own_overwrite => equivalent
//@ equiv: plain other_input => different
//@ equiv: plain swapped_operands => equivalent
//@ equiv: plain split_guard => equivalent
//@ equiv: plain gap => different
//@ equiv: plain writes_twice => equivalent
//@ equiv: plain neighbours => unknown
//@ equiv: plain grid_stride => different
//@ equiv: plain assumes => different
//@ equiv: plain assumes --requires n==1000000 => unknown
//@ equiv: plain racy => unknown premise
//@ equiv: scaled scaled_through_int => unknown
//@ equiv: widened widened_unsigned => different
//@ equiv: in_place in_place => equivalent
//@ equiv: plain plain --without no-alias => unknown
//@ equiv: needs_64 needs_32 => unknown vacuous
//@ equiv: needs_64 needs_any => equivalent requires
//@ equiv: plain nothing => different
//@ equiv: nothing nothing => unknown empty
//@ equiv: halves halves_exchanged => equivalent
//@ equiv: halves halves_wrong => different
//@ equiv: plain grid_stride --requires n<=blockDim.x*gridDim.x => equivalent
//@ equiv: late_64 late_32 => unknown vacuous
//@ equiv: scaled_by scaled_by --set factor=2 => equivalent
// Compared for every launch: what may be taken for equal and is not.

__global__ void plain(float *out, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a[i] + b[i];
}

__global__ void through_shared(float *out, const float *a, const float *b, int n) {
    extern __shared__ float s[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        s[threadIdx.x] = a[i];
    __syncthreads();
    if (i < n)
        out[i] = s[threadIdx.x] + b[i];
}

// The value of the first interval is gone.
__global__ void latest_interval(float *out, const float *a, const float *b, int n) {
    extern __shared__ float s[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        s[threadIdx.x] = b[i];
    __syncthreads();
    if (i < n)
        s[threadIdx.x] = a[i];
    __syncthreads();
    if (i < n)
        out[i] = s[threadIdx.x] + b[i];
}

// Only some threads overwrite.
__global__ void guarded_overwrite(float *out, const float *a, const float *b, int n) {
    extern __shared__ float s[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = a[i];
    __syncthreads();
    if (threadIdx.x == 1)
        s[threadIdx.x] = b[i];
    __syncthreads();
    if (i < n)
        out[i] = s[threadIdx.x] + b[i];
}

// Thread 0 overwrites the cell of its neighbour.
__global__ void foreign_overwrite(float *out, const float *a, const float *b, int n) {
    extern __shared__ float s[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = a[i];
    __syncthreads();
    if (threadIdx.x == 0)
        s[1] = b[i];
    __syncthreads();
    if (i < n)
        out[i] = s[threadIdx.x] + b[i];
}

__global__ void own_overwrite(float *out, const float *a, const float *b, int n) {
    extern __shared__ float s[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        s[threadIdx.x] = b[i];
        s[threadIdx.x] = a[i];
        out[i] = s[threadIdx.x] + b[i];
    }
}

__global__ void other_input(float *out, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = b[i] + b[i];
}

__global__ void swapped_operands(float *out, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = b[i] + a[i];
}

__global__ void split_guard(float *out, const float *a, const float *b, int n) {
    int i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i >= n)
        return;
    out[i] = a[i] + b[i];
}

// Element 5 is written by nobody.
__global__ void gap(float *out, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i != 5)
        out[i] = a[i] + b[i];
}

__global__ void writes_twice(float *out, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = b[i];
        out[i] = a[i] + b[i];
    }
}

// Right, by threads that are no permutation of the others.
__global__ void neighbours(float *out, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + (blockDim.x - 1 - threadIdx.x);
    if (i < n)
        out[i] = a[i] + b[i];
}

__global__ void grid_stride(float *out, const float *a, const float *b, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        out[i] = a[i] + b[i];
}

// Far beyond what small launches reach.
__global__ void assumes(float *out, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (i < 100000 || n < 3))
        out[i] = a[i] + b[i];
    if (n == 2 && i == 0)
        out[1000] = 1;
}

__global__ void racy(float *out, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i / 2] = a[i] + b[i];
}

__global__ void scaled(int *out, const float *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = (unsigned)a[i];
}

__global__ void scaled_through_int(int *out, const float *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = (int)a[i];
}

__global__ void widened(long long *out, const int *a) {
    extern __shared__ int w[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    w[threadIdx.x] = a[i] - 50;
    __syncthreads();
    out[i] = w[threadIdx.x];
}

// The cell is read as an unsigned number.
__global__ void widened_unsigned(long long *out, const int *a) {
    extern __shared__ int w[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    w[threadIdx.x] = a[i] - 50;
    __syncthreads();
    out[i] = ((unsigned *)w)[threadIdx.x];
}

__global__ void in_place(float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = out[i] + 1;
}

__global__ void nothing(float *out, const float *a, const float *b, int n) {}

__global__ void halves(float *out, const float *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[2 * i] = a[i];
    out[2 * i + 1] = -a[i];
}

__global__ void halves_exchanged(float *out, const float *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[2 * i + 1] = -a[i];
    out[2 * i] = a[i];
}

__global__ void halves_wrong(float *out, const float *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[2 * i] = -a[i];
    out[2 * i + 1] = a[i];
}

// No launch suits both.
__global__ void needs_64(float *out, const float *a) {
    __requires(blockDim.x == 64);
    out[blockIdx.x * blockDim.x + threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
}

__global__ void needs_32(float *out, const float *a) {
    __requires(blockDim.x == 32);
    out[blockIdx.x * blockDim.x + threadIdx.x] = -a[blockIdx.x * blockDim.x + threadIdx.x];
}

__global__ void needs_any(float *out, const float *a) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
}

// What they require is not the first thing that they do.
__global__ void late_64(float *out, const float *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __requires(blockDim.x == 64);
    out[i] = a[i];
}

__global__ void late_32(float *out, const float *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __requires(blockDim.x == 32);
    out[i] = -a[i];
}

__global__ void scaled_by(float *out, const float *a, float factor) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = factor * a[i];
}
