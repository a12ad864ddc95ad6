//@ kernel: transpose proved
//@ kernel: transpose_wrong_row refuted
//@ kernel: transpose_tiled proved
//@ kernel: transpose_tiled_swapped refuted
//@ kernel: transpose_padded proved
//@ kernel: transpose_no_barrier unproved
//@ kernel: add_pitch proved
//@ kernel: add_pitch_width refuted
// Transposes: naive, through a tile, through a tile with padding; matrix addition with a pitch.

//@ requires w == blockDim.x * gridDim.x && h == blockDim.y * gridDim.y;
//@ ensures \forall integer r, c; 0 <= r < h && 0 <= c < w ==> b[h * c + r] == a[w * r + c];
__global__ void transpose(float *b, const float *a, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  b[h * x + y] = a[w * y + x];
}

//@ requires w == blockDim.x * gridDim.x && h == blockDim.y * gridDim.y;
//@ ensures \forall integer r, c; 0 <= r < h && 0 <= c < w ==> b[h * c + r] == a[w * r + c];
__global__ void transpose_wrong_row(float *b, const float *a, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  b[h * x + y] = a[h * y + x];
}

//@ requires blockDim.x == 8 && blockDim.y == 8 && w == 8 * gridDim.x && h == 8 * gridDim.y;
//@ ensures \forall integer r, c; 0 <= r < h && 0 <= c < w ==> b[h * c + r] == a[w * r + c];
__global__ void transpose_tiled(float *b, const float *a, int w, int h) {
  __shared__ float tile[8][8];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = a[w * y + x];
  __syncthreads();
  int u = blockIdx.y * 8 + threadIdx.x, v = blockIdx.x * 8 + threadIdx.y;
  b[h * v + u] = tile[threadIdx.x][threadIdx.y];
}

//@ requires blockDim.x == 8 && blockDim.y == 8 && w == 8 * gridDim.x && h == 8 * gridDim.y;
//@ ensures \forall integer r, c; 0 <= r < h && 0 <= c < w ==> b[h * c + r] == a[w * r + c];
__global__ void transpose_tiled_swapped(float *b, const float *a, int w, int h) {
  __shared__ float tile[8][8];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = a[w * y + x];
  __syncthreads();
  int u = blockIdx.y * 8 + threadIdx.x, v = blockIdx.x * 8 + threadIdx.y;
  b[h * v + u] = tile[threadIdx.y][threadIdx.x];
}

//@ requires blockDim.x == 8 && blockDim.y == 8 && w == 8 * gridDim.x && h == 8 * gridDim.y;
//@ ensures \forall integer r, c; 0 <= r < h && 0 <= c < w ==> b[h * c + r] == a[w * r + c];
__global__ void transpose_padded(float *b, const float *a, int w, int h) {
  __shared__ float tile[8][9];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = a[w * y + x];
  __syncthreads();
  int u = blockIdx.y * 8 + threadIdx.x, v = blockIdx.x * 8 + threadIdx.y;
  b[h * v + u] = tile[threadIdx.x][threadIdx.y];
}

//@ requires blockDim.x == 8 && blockDim.y == 8 && w == 8 * gridDim.x && h == 8 * gridDim.y;
//@ ensures \forall integer r, c; 0 <= r < h && 0 <= c < w ==> b[h * c + r] == a[w * r + c];
__global__ void transpose_no_barrier(float *b, const float *a, int w, int h) {
  __shared__ float tile[8][9];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = a[w * y + x];
  int u = blockIdx.y * 8 + threadIdx.x, v = blockIdx.x * 8 + threadIdx.y;
  b[h * v + u] = tile[threadIdx.x][threadIdx.y];
}

//@ requires 0 <= w <= pitch && h >= 0 && w <= blockDim.x * gridDim.x && h <= blockDim.y * gridDim.y;
//@ ensures \forall integer r, c; 0 <= r < h && 0 <= c < w ==> z[pitch * r + c] == x[pitch * r + c] + y[pitch * r + c];
__global__ void add_pitch(float *z, const float *x, const float *y, int w, int h, int pitch) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c < w && r < h) z[pitch * r + c] = x[pitch * r + c] + y[pitch * r + c];
}

//@ requires 0 <= w <= pitch && h >= 0 && w <= blockDim.x * gridDim.x && h <= blockDim.y * gridDim.y;
//@ ensures \forall integer r, c; 0 <= r < h && 0 <= c < w ==> z[pitch * r + c] == x[pitch * r + c] + y[pitch * r + c];
__global__ void add_pitch_width(float *z, const float *x, const float *y, int w, int h, int pitch) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c < w - 1 && r < h) z[pitch * r + c] = x[pitch * r + c] + y[pitch * r + c];
}
