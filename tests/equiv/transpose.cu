//@ equiv: naive tiled --block 4,4 --grid 2,2 --set width=8 --set height=8 => equivalent in-bounds no-alias
//@ equiv: naive tiled --block 4,4 --grid 2,2 --set width=7 --set height=6 => equivalent
//@ equiv: naive padded --block 4,4 --grid 2,2 --set width=8 --set height=8 => equivalent
//@ equiv: naive looped --block-a 4,4 --grid-a 2,2 --block-b 4,2 --grid-b 2,2 --set width=8 --set height=8 => equivalent
//@ equiv: naive tiled --block 4,2 --grid 1,1 --set width=4 --set height=2 => different
//@ equiv: naive tiled --block 2,4 --grid 1,1 --set width=2 --set height=4 => different
//@ equiv: naive tiled --block 4,2 --grid 2,4 --set width=8 --set height=8 => unknown premise
//@ equiv: naive swapped --block 4,4 --grid 2,2 --set width=8 --set height=8 => different
//@ equiv: naive unguarded_tail --block 4,4 --grid 2,2 --set width=7 --set height=8 => different
//@ equiv: naive short_guard --block 4,4 --grid 2,2 --set width=8 --set height=8 => different
//@ equiv: naive no_barrier --block 4,4 --grid 2,2 --set width=8 --set height=8 => unknown premise
//@ equiv: naive tiled --block-a 4,4 --grid-a 2,2 --block-b 4,4 --grid-b 2,1 --set width=8 --set height=8 => different
//@ equiv: naive tiled --requires blockDim.x==4 --requires blockDim.y==4 => equivalent
//@ equiv: naive padded --requires blockDim.x==4 --requires blockDim.y==4 => equivalent
//@ equiv: naive swapped --requires blockDim.x==4 --requires blockDim.y==4 => different
//@ equiv: naive unguarded_tail --requires blockDim.x==4 --requires blockDim.y==4 => different
//@ equiv: naive short_guard --requires blockDim.x==4 --requires blockDim.y==4 => different
// Transposes: tiled through shared memory, with and without padding, with four rows a thread; and wrong ones.

__global__ void naive(float *out, const float *in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[y + height * x] = in[x + width * y];
}

__global__ void tiled(float *out, const float *in, int width, int height) {
    __shared__ float tile[16];
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y * 4 + threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * blockDim.y + threadIdx.x;
    y = blockIdx.x * blockDim.x + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = tile[threadIdx.x * 4 + threadIdx.y];
}

__global__ void padded(float *out, const float *in, int width, int height) {
    __shared__ float tile[4][5];
    int x = blockIdx.x * 4 + threadIdx.x;
    int y = blockIdx.y * 4 + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * 4 + threadIdx.x;
    y = blockIdx.x * 4 + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void looped(float *out, const float *in, int width, int height) {
    __shared__ float tile[4][5];
    int x = blockIdx.x * 4 + threadIdx.x;
    int y = blockIdx.y * 4 + threadIdx.y;
    for (int j = 0; j < 4; j += 2)
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * 4 + threadIdx.x;
    y = blockIdx.x * 4 + threadIdx.y;
    for (int j = 0; j < 4; j += 2)
        out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void swapped(float *out, const float *in, int width, int height) {
    __shared__ float tile[4][5];
    int x = blockIdx.x * 4 + threadIdx.x;
    int y = blockIdx.y * 4 + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * 4 + threadIdx.x;
    y = blockIdx.x * 4 + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = tile[threadIdx.y][threadIdx.x];
}

__global__ void unguarded_tail(float *out, const float *in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y < height)
        out[y + height * x] = in[x + width * y];
}

__global__ void short_guard(float *out, const float *in, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width - 1 && y < height)
        out[y + height * x] = in[x + width * y];
}

__global__ void no_barrier(float *out, const float *in, int width, int height) {
    __shared__ float tile[4][5];
    int x = blockIdx.x * 4 + threadIdx.x;
    int y = blockIdx.y * 4 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    x = blockIdx.y * 4 + threadIdx.x;
    y = blockIdx.x * 4 + threadIdx.y;
    out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}
