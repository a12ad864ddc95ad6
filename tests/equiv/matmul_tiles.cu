//@ equiv: square tiled --block 4,4 --grid 2,2 --set n=8 => equivalent no-contraction
//@ equiv: square tiled_forgets --block 4,4 --grid 2,2 --set n=8 => different
//@ equiv: square tiled_restarts --block 4,4 --grid 2,2 --set n=8 => different
//@ equiv: square tiled_exchanged --block 4,4 --grid 2,2 --set n=8 => different
//@ equiv: guarded bordered --block 4,4 --grid 2,2 --set m=5 --set n=7 --set l=6 => equivalent real-arithmetic
//@ equiv: guarded bordered_whole --block 4,4 --grid 2,2 --set m=5 --set n=7 --set l=6 => different
//@ equiv: guarded bordered_ones --block 4,4 --grid 2,2 --set m=5 --set n=7 --set l=6 => different
//@ equiv: squares registers --block 2,2 --grid 2,2 --set n=8 => equivalent no-contraction
//@ equiv: squares registers_late --block 2,2 --grid 2,2 --set n=8 => different
//@ equiv: squares registers_flipped --block 2,2 --grid 2,2 --set n=8 => different
//@ equiv: squares both_tiled --block 2,2 --grid 2,2 --set n=8 => equivalent no-contraction
//@ equiv: squares both_every_other --block 2,2 --grid 2,2 --set n=8 => different
//@ equiv: squares both_stuck --block 2,2 --grid 2,2 --set n=8 => different
//@ equiv: square tiled_forgets => different
//@ equiv: square tiled_exchanged => different
//@ equiv: guarded bordered_whole => different
//@ equiv: guarded bordered_ones => different
//@ equiv: square tiled => equivalent
//@ equiv: guarded bordered => equivalent real-arithmetic
//@ equiv: squares registers_flipped => different
// Matrix multiplication: tiles with and without borders, four elements a thread in registers, both together.

#define TILE 4

//@ requires blockDim.x == 4 && blockDim.y == 4 && n == 4 * gridDim.x && gridDim.y == gridDim.x;
__global__ void square(float *c, const float *a, const float *b, int n) {
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
}

template <int FORGET, bool RESTART, bool EXCHANGE>
__device__ void tiles(float *c, const float *a, const float *b, int n) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    float sum = 0;
    for (int m = 0; m < n / TILE - FORGET; m++) {
        as[threadIdx.y][threadIdx.x] = a[y * n + m * TILE + threadIdx.x];
        bs[threadIdx.y][threadIdx.x] = b[(m * TILE + threadIdx.y) * n + x];
        __syncthreads();
        if (RESTART)
            sum = 0;
        for (int k = 0; k < TILE; k++)
            sum += EXCHANGE ? as[k][threadIdx.x] * bs[threadIdx.y][k] : as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[y * n + x] = sum;
}

//@ requires blockDim.x == 4 && blockDim.y == 4 && n == 4 * gridDim.x && gridDim.y == gridDim.x;
__global__ void tiled(float *c, const float *a, const float *b, int n) { tiles<0, false, false>(c, a, b, n); }

//@ requires blockDim.x == 4 && blockDim.y == 4 && n == 4 * gridDim.x && gridDim.y == gridDim.x;
__global__ void tiled_forgets(float *c, const float *a, const float *b, int n) { tiles<1, false, false>(c, a, b, n); }

// Only the last tile counts.
//@ requires blockDim.x == 4 && blockDim.y == 4 && n == 4 * gridDim.x && gridDim.y == gridDim.x;
__global__ void tiled_restarts(float *c, const float *a, const float *b, int n) { tiles<0, true, false>(c, a, b, n); }

// Tiles of b times tiles of a.
//@ requires blockDim.x == 4 && blockDim.y == 4 && n == 4 * gridDim.x && gridDim.y == gridDim.x;
__global__ void tiled_exchanged(float *c, const float *a, const float *b, int n) { tiles<0, false, true>(c, a, b, n); }

//@ requires blockDim.x == 4 && blockDim.y == 4 && m > 0 && n > 0 && l > 0;
__global__ void guarded(float *c, const float *a, const float *b, int m, int n, int l) {
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x < n && y < m) {
        float sum = 0;
        for (int k = 0; k < l; k++)
            sum += a[y * l + k] * b[k * n + x];
        c[y * n + x] = sum;
    }
}

template <int ROUND, int PAD> __device__ void borders(float *c, const float *a, const float *b, int m, int n, int l) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    float sum = 0;
    for (int t = 0; t < (l + ROUND) / TILE; t++) {
        int k = t * TILE;
        as[threadIdx.y][threadIdx.x] = y < m && k + threadIdx.x < l ? a[y * l + k + threadIdx.x] : PAD;
        bs[threadIdx.y][threadIdx.x] = x < n && k + threadIdx.y < l ? b[(k + threadIdx.y) * n + x] : PAD;
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
        __syncthreads();
    }
    if (x < n && y < m)
        c[y * n + x] = sum;
}

//@ requires blockDim.x == 4 && blockDim.y == 4 && m > 0 && n > 0 && l > 0;
__global__ void bordered(float *c, const float *a, const float *b, int m, int n, int l) {
    borders<TILE - 1, 0>(c, a, b, m, n, l);
}

// A tile that is not full is left out.
//@ requires blockDim.x == 4 && blockDim.y == 4 && m > 0 && n > 0 && l > 0;
__global__ void bordered_whole(float *c, const float *a, const float *b, int m, int n, int l) {
    borders<0, 0>(c, a, b, m, n, l);
}

//@ requires blockDim.x == 4 && blockDim.y == 4 && m > 0 && n > 0 && l > 0;
__global__ void bordered_ones(float *c, const float *a, const float *b, int m, int n, int l) {
    borders<TILE - 1, 1>(c, a, b, m, n, l);
}

// Four elements a thread.
//@ requires blockDim.x == 2 && blockDim.y == 2 && n == 4 * gridDim.x && gridDim.y == gridDim.x;
__global__ void squares(float *c, const float *a, const float *b, int n) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            int y = (blockIdx.y * 2 + threadIdx.y) * 2 + i;
            int x = (blockIdx.x * 2 + threadIdx.x) * 2 + j;
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[y * n + k] * b[k * n + x];
            c[y * n + x] = sum;
        }
}

template <int FIRST, bool FLIP> __device__ void in_registers(float *c, const float *a, const float *b, int n) {
    int y = (blockIdx.y * 2 + threadIdx.y) * 2;
    int x = (blockIdx.x * 2 + threadIdx.x) * 2;
    float sum[2][2] = {{0, 0}, {0, 0}};
    for (int k = FIRST; k < n; k++) {
        float ra[2], rb[2];
        for (int i = 0; i < 2; i++) {
            ra[i] = a[(y + i) * n + k];
            rb[i] = b[k * n + x + i];
        }
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
                sum[i][j] += ra[i] * rb[j];
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            c[(y + i) * n + x + j] = FLIP ? sum[j][i] : sum[i][j];
}

//@ requires blockDim.x == 2 && blockDim.y == 2 && n == 4 * gridDim.x && gridDim.y == gridDim.x;
__global__ void registers(float *c, const float *a, const float *b, int n) { in_registers<0, false>(c, a, b, n); }

//@ requires blockDim.x == 2 && blockDim.y == 2 && n == 4 * gridDim.x && gridDim.y == gridDim.x;
__global__ void registers_late(float *c, const float *a, const float *b, int n) { in_registers<1, false>(c, a, b, n); }

//@ requires blockDim.x == 2 && blockDim.y == 2 && n == 4 * gridDim.x && gridDim.y == gridDim.x;
__global__ void registers_flipped(float *c, const float *a, const float *b, int n) { in_registers<0, true>(c, a, b, n); }

template <int STEP, bool STUCK> __device__ void both(float *c, const float *a, const float *b, int n) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int y = blockIdx.y * TILE + threadIdx.y, x = blockIdx.x * TILE + threadIdx.x;
    float sum[2][2] = {{0, 0}, {0, 0}};
    for (int k = 0; k < n; k += STEP) {
        for (int i = 0; i < TILE; i += 2)
            for (int j = 0; j < TILE; j += 2) {
                as[threadIdx.y + i][threadIdx.x + j] = a[(y + i) * n + k + threadIdx.x + j];
                bs[threadIdx.y + i][threadIdx.x + j] = b[((STUCK ? 0 : k) + threadIdx.y + i) * n + x + j];
            }
        __syncthreads();
        for (int e = 0; e < TILE; e++)
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 2; j++)
                    sum[i][j] += as[2 * threadIdx.y + i][e] * bs[e][2 * threadIdx.x + j];
        __syncthreads();
    }
    y += threadIdx.y;
    x += threadIdx.x;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            c[(y + i) * n + x + j] = sum[i][j];
}

// Tiles in shared memory, four elements a thread in registers.
//@ requires blockDim.x == 2 && blockDim.y == 2 && n == 4 * gridDim.x && gridDim.y == gridDim.x;
__global__ void both_tiled(float *c, const float *a, const float *b, int n) { both<TILE, false>(c, a, b, n); }

// Every other tile.
//@ requires blockDim.x == 2 && blockDim.y == 2 && n == 4 * gridDim.x && gridDim.y == gridDim.x;
__global__ void both_every_other(float *c, const float *a, const float *b, int n) { both<2 * TILE, false>(c, a, b, n); }

// The tiles of b stay the first ones.
//@ requires blockDim.x == 2 && blockDim.y == 2 && n == 4 * gridDim.x && gridDim.y == gridDim.x;
__global__ void both_stuck(float *c, const float *a, const float *b, int n) { both<TILE, true>(c, a, b, n); }
