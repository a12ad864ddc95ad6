//@ equiv: rows rows_tiled --block 4,2 --grid 2,1 --set width=8 --set height=4 => equivalent
//@ equiv: rows rows_tiled_unswapped --block 4,2 --grid 2,1 --set width=8 --set height=4 => different
//@ equiv: rows rows_tiled_stuck --block 4,2 --grid 2,1 --set width=8 --set height=4 => different
//@ equiv: rows_guarded rows_padded --block 4,2 --grid 2,2 --set width=7 --set height=6 => equivalent
//@ equiv: rows_guarded rows_padded_short --block 4,2 --grid 2,2 --set width=7 --set height=5 => different
//@ equiv: rows_guarded rows_padded_half --block 4,2 --grid 2,2 --set width=7 --set height=6 => different
//@ equiv: square square_tiled --block 4,4 --grid 2,2 => equivalent
//@ equiv: square square_rotated --block 4,4 --grid 2,2 => different
//@ equiv: square square_last_tile --block 4,4 --grid 2,2 => different
//@ equiv: square diagonal --block 4,4 --grid 3,3 => equivalent
//@ equiv: square diagonal_unmoved --block 4,4 --grid 3,3 => different
//@ equiv: square diagonal_copied --block 4,4 --grid 3,3 => different
//@ equiv: naive rectangular --block 4,2 --grid 2,2 --set width=7 --set height=3 => equivalent
//@ equiv: naive rectangular_neighbours --block 4,2 --grid 2,2 --set width=7 --set height=3 => different
//@ equiv: naive rectangular_column --block 4,2 --grid 2,2 --set width=7 --set height=3 => different
//@ equiv: rows rows_tiled_unswapped => different
//@ equiv: rows rows_tiled_stuck => different
//@ equiv: rows_guarded rows_padded_short => different
//@ equiv: rows_guarded rows_padded_half => different
//@ equiv: square square_tiled => equivalent
//@ equiv: square square_rotated => different
//@ equiv: square square_last_tile => different
//@ equiv: square diagonal_copied => different
//@ equiv: naive rectangular_neighbours => different
//@ equiv: naive rectangular_column => different
//@ equiv: rows rows_tiled => equivalent
// Transposes with several rows a thread, padded, square, with blocks in diagonal order, with tiles that are wider than high.

#define TILE 4
#define ROWS 2
#define WIDE 4
#define HIGH 2

//@ requires blockDim.x == 4 && blockDim.y == 2 && width == 4 * gridDim.x && height == 4 * gridDim.y;
__global__ void rows(float *out, const float *in, int width, int height) {
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        out[x * height + y + j] = in[(y + j) * width + x];
}

//@ requires blockDim.x == 4 && blockDim.y == 2 && width == 4 * gridDim.x && height == 4 * gridDim.y;
__global__ void rows_tiled(float *out, const float *in, int width, int height) {
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// The tile is written as it was read.
//@ requires blockDim.x == 4 && blockDim.y == 2 && width == 4 * gridDim.x && height == 4 * gridDim.y;
__global__ void rows_tiled_unswapped(float *out, const float *in, int width, int height) {
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        out[(y + j) * height + x] = tile[threadIdx.y + j][threadIdx.x];
}

// The rows that are written do not move on.
//@ requires blockDim.x == 4 && blockDim.y == 2 && width == 4 * gridDim.x && height == 4 * gridDim.y;
__global__ void rows_tiled_stuck(float *out, const float *in, int width, int height) {
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y];
}

//@ requires blockDim.x == 4 && blockDim.y == 2;
__global__ void rows_guarded(float *out, const float *in, int width, int height) {
    int x = blockIdx.x * TILE + threadIdx.x;
    for (int j = 0; j < TILE; j += ROWS) {
        int y = blockIdx.y * TILE + threadIdx.y + j;
        if (x < width && y < height)
            out[x * height + y] = in[y * width + x];
    }
}

template <int SHORT, bool WHOLE> __device__ void padded(float *out, const float *in, int width, int height) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += WHOLE ? ROWS : TILE)
        if (x < height && y + j < width - SHORT)
            out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

//@ requires blockDim.x == 4 && blockDim.y == 2;
__global__ void rows_padded(float *out, const float *in, int width, int height) {
    padded<0, true>(out, in, width, height);
}

// The last row is left out.
//@ requires blockDim.x == 4 && blockDim.y == 2;
__global__ void rows_padded_short(float *out, const float *in, int width, int height) {
    padded<1, true>(out, in, width, height);
}

// The second half of the tile is not written.
//@ requires blockDim.x == 4 && blockDim.y == 2;
__global__ void rows_padded_half(float *out, const float *in, int width, int height) {
    padded<0, false>(out, in, width, height);
}

//@ requires blockDim.x == 4 && blockDim.y == 4 && gridDim.x == gridDim.y;
__global__ void square(float *out, const float *in) {
    int n = gridDim.x * TILE;
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    out[x * n + y] = in[y * n + x];
}

template <bool SAME_BLOCK, bool COPY> __device__ void in_diagonals(float *out, const float *in) {
    __shared__ float tile[TILE][TILE + 1];
    int n = gridDim.x * TILE, tx = threadIdx.x, ty = threadIdx.y;
    int down = blockIdx.x;
    int right = (blockIdx.x + blockIdx.y) % gridDim.x;
    tile[ty][tx] = in[(down * TILE + ty) * n + right * TILE + tx];
    __syncthreads();
    int row = SAME_BLOCK ? down : right, column = SAME_BLOCK ? right : down;
    out[(row * TILE + ty) * n + column * TILE + tx] = COPY ? tile[ty][tx] : tile[tx][ty];
}

// Blocks in diagonal order.
//@ requires blockDim.x == 4 && blockDim.y == 4 && gridDim.x == gridDim.y;
__global__ void diagonal(float *out, const float *in) { in_diagonals<false, false>(out, in); }

// Tiles are transposed, but stay where they are.
//@ requires blockDim.x == 4 && blockDim.y == 4 && gridDim.x == gridDim.y;
__global__ void diagonal_unmoved(float *out, const float *in) { in_diagonals<true, false>(out, in); }

// Tiles move, but are not transposed.
//@ requires blockDim.x == 4 && blockDim.y == 4 && gridDim.x == gridDim.y;
__global__ void diagonal_copied(float *out, const float *in) { in_diagonals<false, true>(out, in); }

//@ requires blockDim.x == 4 && blockDim.y == 4 && gridDim.x == gridDim.y;
__global__ void square_tiled(float *out, const float *in) {
    __shared__ float tile[TILE][TILE];
    int n = gridDim.x * TILE;
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * TILE, y = blockIdx.y * TILE;
    tile[tx][ty] = in[(y + ty) * n + x + tx];
    __syncthreads();
    out[(x + ty) * n + y + tx] = tile[ty][tx];
}

// The column of each row is shifted within the tile.
//@ requires blockDim.x == 4 && blockDim.y == 4 && gridDim.x == gridDim.y;
__global__ void square_rotated(float *out, const float *in) {
    __shared__ float tile[TILE][TILE];
    int n = gridDim.x * TILE;
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * TILE, y = blockIdx.y * TILE;
    tile[tx][(ty + tx) % TILE] = in[(y + ty) * n + x + tx];
    __syncthreads();
    out[(x + ty) * n + y + tx] = tile[ty][tx];
}

//@ requires blockDim.x == 4 && blockDim.y == 4 && gridDim.x == gridDim.y;
__global__ void square_last_tile(float *out, const float *in) {
    __shared__ float tile[TILE][TILE];
    int n = gridDim.x * TILE;
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * TILE, y = blockIdx.y * TILE;
    tile[tx][ty] = in[(y + ty) * n + x + tx];
    __syncthreads();
    if (blockIdx.x + 1 < gridDim.x || blockIdx.y + 1 < gridDim.y)
        out[(x + ty) * n + y + tx] = tile[ty][tx];
}

//@ requires blockDim.x == 4 && blockDim.y == 2;
__global__ void naive(float *out, const float *in, int width, int height) {
    int x = blockIdx.x * WIDE + threadIdx.x;
    int y = blockIdx.y * HIGH + threadIdx.y;
    if (x < width && y < height)
        out[x * height + y] = in[y * width + x];
}

template <int COLUMNS, bool SWAP> __device__ void rectangle(float *out, const float *in, int width, int height) {
    __shared__ float tile[HIGH][WIDE];
    int x = blockIdx.x * WIDE + threadIdx.x;
    int y = blockIdx.y * HIGH + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    int t = threadIdx.y * WIDE + threadIdx.x;
    int column = SWAP ? t / WIDE : t % COLUMNS, row = SWAP ? t % WIDE : t / COLUMNS;
    x = blockIdx.y * HIGH + column;
    y = blockIdx.x * WIDE + row;
    if (x < height && y < width)
        out[y * height + x] = tile[column][SWAP ? row ^ 1 : row];
}

//@ requires blockDim.x == 4 && blockDim.y == 2;
__global__ void rectangular(float *out, const float *in, int width, int height) {
    rectangle<HIGH, false>(out, in, width, height);
}

// Neighbours in a row are exchanged.
//@ requires blockDim.x == 4 && blockDim.y == 2;
__global__ void rectangular_neighbours(float *out, const float *in, int width, int height) {
    rectangle<HIGH, true>(out, in, width, height);
}

// All threads write one column.
//@ requires blockDim.x == 4 && blockDim.y == 2;
__global__ void rectangular_column(float *out, const float *in, int width, int height) {
    __shared__ float tile[HIGH][WIDE];
    int x = blockIdx.x * WIDE + threadIdx.x;
    int y = blockIdx.y * HIGH + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    y = blockIdx.y * HIGH + threadIdx.y;
    if (threadIdx.x < HIGH && x < width && y < height)
        out[x * height + y] = tile[threadIdx.y][threadIdx.x];
}
