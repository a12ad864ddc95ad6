//@ equiv: naive tiled --block 4,4 --grid 2,2 --set n=8 => equivalent in-bounds no-alias no-contraction
//@ equiv: naive unrolled --block 4,4 --grid 2,2 --set n=8 => equivalent real-arithmetic
//@ equiv: naive two_columns --block-a 4,4 --grid-a 2,2 --block-b 2,4 --grid-b 2,2 --set n=8 => equivalent
//@ equiv: naive fused --block 4,4 --grid 2,2 --set n=8 => equivalent real-arithmetic
//@ equiv: naive forgets_last_tile --block 4,4 --grid 2,2 --set n=8 => different
//@ equiv: naive stale_tile --block 4,4 --grid 2,2 --set n=8 => unknown premise
//@ equiv: naive transposed --block 4,4 --grid 2,2 --set n=8 => different
//@ equiv: naive tiled --block 4,4 --grid 2,2 => unknown execution
//@ equiv: naive forgets_last_tile --requires blockDim.x==4 --requires blockDim.y==4 --requires n==4*gridDim.x => different
//@ equiv: naive transposed --requires n==blockDim.x*gridDim.x => different
//@ equiv: naive tiled --requires blockDim.x==4 --requires blockDim.y==4 --requires n==4*gridDim.x --requires gridDim.y==gridDim.x => equivalent
//@ equiv: naive unrolled --requires n%2==0 --requires n==blockDim.x*gridDim.x => equivalent real-arithmetic
//@ equiv: naive fused --requires n==blockDim.x*gridDim.x => equivalent real-arithmetic
// Matrix multiplication: tiled, unrolled, with two columns a thread; and wrong ones.

__global__ void naive(float *c, const float *a, const float *b, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
}

__global__ void tiled(float *c, const float *a, const float *b, int n) {
    __shared__ float as[4][4], bs[4][4];
    int x = blockIdx.x * 4 + threadIdx.x;
    int y = blockIdx.y * 4 + threadIdx.y;
    float sum = 0;
    for (int m = 0; m < n / 4; m++) {
        as[threadIdx.y][threadIdx.x] = a[y * n + m * 4 + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(m * 4 + threadIdx.y) * n + x];
        __syncthreads();
        for (int k = 0; k < 4; k++)
            sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[y * n + x] = sum;
}

__global__ void unrolled(float *c, const float *a, const float *b, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float even = 0, odd = 0;
    for (int k = 0; k < n; k += 2) {
        even += a[y * n + k] * b[k * n + x];
        odd += a[y * n + k + 1] * b[(k + 1) * n + x];
    }
    c[y * n + x] = even + odd;
}

__global__ void two_columns(float *c, const float *a, const float *b, int n) {
    int x = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float left = 0, right = 0;
    for (int k = 0; k < n; k++) {
        left += a[y * n + k] * b[k * n + x];
        right += a[y * n + k] * b[k * n + x + 1];
    }
    c[y * n + x] = left;
    c[y * n + x + 1] = right;
}

__global__ void fused(float *c, const float *a, const float *b, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum = fmaf(a[y * n + k], b[k * n + x], sum);
    c[y * n + x] = sum;
}

__global__ void forgets_last_tile(float *c, const float *a, const float *b, int n) {
    int x = blockIdx.x * 4 + threadIdx.x;
    int y = blockIdx.y * 4 + threadIdx.y;
    float sum = 0;
    for (int m = 0; m < (n - 1) / 4; m++)
        for (int k = 0; k < 4; k++)
            sum += a[y * n + m * 4 + k] * b[(m * 4 + k) * n + x];
    c[y * n + x] = sum;
}

// The second barrier of the tiled version is missing.
__global__ void stale_tile(float *c, const float *a, const float *b, int n) {
    __shared__ float as[4][4], bs[4][4];
    int x = blockIdx.x * 4 + threadIdx.x;
    int y = blockIdx.y * 4 + threadIdx.y;
    float sum = 0;
    for (int m = 0; m < n / 4; m++) {
        as[threadIdx.y][threadIdx.x] = a[y * n + m * 4 + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(m * 4 + threadIdx.y) * n + x];
        __syncthreads();
        for (int k = 0; k < 4; k++)
            sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    }
    c[y * n + x] = sum;
}

__global__ void transposed(float *c, const float *a, const float *b, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[y * n + k] * b[x * n + k];
    c[y * n + x] = sum;
}
