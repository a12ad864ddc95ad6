//@ equiv: naive tiled --requires blockDim.x==blockDim.y => equivalent requires in-bounds no-alias
//@ equiv: tiled naive --requires blockDim.x==blockDim.y => equivalent
//@ equiv: tiled unpadded --requires blockDim.x==blockDim.y => equivalent
//@ equiv: naive tiled => different blockDim.x==blockDim.y
//@ equiv: naive tiled --requires gridDim.x==gridDim.y => different
//@ equiv: naive tiled --requires blockDim.x==blockDim.y+1 => different
//@ equiv: naive tiled --requires blockDim.x==blockDim.x+1 => unknown vacuous
//@ equiv: naive copy --requires blockDim.x==blockDim.y => different
//@ equiv: naive address --requires blockDim.x==blockDim.y => different
//@ equiv: naive shared_address --requires blockDim.x==blockDim.y => different
//@ equiv: naive narrow_read_guard --requires blockDim.x==blockDim.y => different
//@ equiv: naive narrow_write_guard --requires blockDim.x==blockDim.y => different
//@ equiv: naive swapped_guard --requires blockDim.x==blockDim.y => different
// Transposes compared for every launch, and mutants: altered addresses, altered guards, wrong configurations.

__global__ void naive(float *out, const float *in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[y + height * x] = in[x + width * y];
}

__global__ void tiled(float *out, const float *in, int width, int height) {
    extern __shared__ float tile[];
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y * (blockDim.x + 1) + threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * blockDim.y + threadIdx.x;
    y = blockIdx.x * blockDim.x + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = tile[threadIdx.x * (blockDim.x + 1) + threadIdx.y];
}

__global__ void unpadded(float *out, const float *in, int width, int height) {
    extern __shared__ float tile[];
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y * blockDim.x + threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * blockDim.y + threadIdx.x;
    y = blockIdx.x * blockDim.x + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = tile[threadIdx.x * blockDim.x + threadIdx.y];
}

__global__ void copy(float *out, const float *in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[x + width * y] = in[x + width * y];
}

__global__ void address(float *out, const float *in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[y + height * x] = in[x + height * y];
}

__global__ void shared_address(float *out, const float *in, int width, int height) {
    extern __shared__ float tile[];
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y * (blockDim.x + 1) + threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * blockDim.y + threadIdx.x;
    y = blockIdx.x * blockDim.x + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = tile[threadIdx.y * (blockDim.x + 1) + threadIdx.x];
}

// Some of what is read was not written.
__global__ void narrow_read_guard(float *out, const float *in, int width, int height) {
    extern __shared__ float tile[];
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x + 1 < width && y < height)
        tile[threadIdx.y * (blockDim.x + 1) + threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * blockDim.y + threadIdx.x;
    y = blockIdx.x * blockDim.x + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = tile[threadIdx.x * (blockDim.x + 1) + threadIdx.y];
}

__global__ void narrow_write_guard(float *out, const float *in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y + 1 < height)
        out[y + height * x] = in[x + width * y];
}

__global__ void swapped_guard(float *out, const float *in, int width, int height) {
    extern __shared__ float tile[];
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y * (blockDim.x + 1) + threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * blockDim.y + threadIdx.x;
    y = blockIdx.x * blockDim.x + threadIdx.y;
    if (x < width && y < height)
        out[y * height + x] = tile[threadIdx.x * (blockDim.x + 1) + threadIdx.y];
}
