//@ kernel: smoothed proved
//@ kernel: smoothed_without_barrier unproved
//@ kernel: copied_by_tiles proved
//@ kernel: copied_by_tiles_turned refuted
//@ kernel: product proved
//@ kernel: product_of_half refuted
// Shared arrays whose extents are left open, as in programs for VeriCUDA: as large as the kernel needs.

__global__ void smoothed(const float *f, float *g, int n) {
  /*@ requires n == blockDim.x * gridDim.x && n > 1
      ensures g[0] == f[0] + f[0] + f[1];
      ensures \forall j; 0 < j -> j < n - 1 -> g[j] == f[j - 1] + f[j] + f[j + 1] */
  __shared__ float s[];
  int at = threadIdx.x + 1, j = blockDim.x * blockIdx.x + threadIdx.x;
  s[at] = f[j];
  if (threadIdx.x == 0) s[0] = blockIdx.x == 0 ? s[1] : f[j - 1];
  if (threadIdx.x == blockDim.x - 1) s[at + 1] = blockIdx.x == gridDim.x - 1 ? s[at] : f[j + 1];
  __syncthreads();
  g[j] = s[at - 1] + s[at] + s[at + 1];
}

__global__ void smoothed_without_barrier(const float *f, float *g, int n) {
  /*@ requires n == blockDim.x * gridDim.x && n > 1
      ensures g[0] == f[0] + f[0] + f[1] */
  __shared__ float s[];
  int at = threadIdx.x + 1, j = blockDim.x * blockIdx.x + threadIdx.x;
  s[at] = f[j];
  if (threadIdx.x == 0) s[0] = s[1];
  g[j] = s[at - 1] + s[at] + s[at + 1];
}

__global__ void copied_by_tiles(float *out, const float *in, int width, int height, int edge) {
  /*@ requires blockDim.x == edge && blockDim.y == edge
      requires width == blockDim.x * gridDim.x && height == blockDim.y * gridDim.y
      ensures \forall x, y; 0 <= x && x < width && 0 <= y && y < height -> out[x + width * y] == in[x + width * y] */
  __shared__ float tile[][];
  int x = blockIdx.x * edge + threadIdx.x, y = blockIdx.y * edge + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[x + width * y];
  __syncthreads();
  out[x + width * y] = tile[threadIdx.y][threadIdx.x];
}

__global__ void copied_by_tiles_turned(float *out, const float *in, int width, int height, int edge) {
  /*@ requires blockDim.x == edge && blockDim.y == edge
      requires width == blockDim.x * gridDim.x && height == blockDim.y * gridDim.y
      ensures \forall x, y; 0 <= x && x < width && 0 <= y && y < height -> out[x + width * y] == in[x + width * y] */
  __shared__ float tile[][];
  int x = blockIdx.x * edge + threadIdx.x, y = blockIdx.y * edge + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[x + width * y];
  __syncthreads();
  out[x + width * y] = tile[threadIdx.x][threadIdx.y];
}

__global__ void product(float *c, const float *a, const float *b, int wa, int wb, int edge) {
  /*@ ghost int m, ha
      requires blockDim.x == edge && blockDim.y == edge && 0 <= m
      requires wa == edge * m && wb == gridDim.x * edge && ha == gridDim.y * edge
      ensures \forall i; \forall j; 0 <= i && i < ha && 0 <= j && j < wb ->
        c[wb * i + j] == \sum(0, wa - 1, \lambda integer k; a[wa * i + k] * b[wb * k + j]) */
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * edge + ty, column = blockIdx.x * edge + tx;
  float sum = 0;
  for (int t = 0; t < wa; t += edge) {
    __shared__ float as[][], bs[][];
    as[ty][tx] = a[wa * row + t + tx];
    bs[ty][tx] = b[wb * (t + ty) + column];
    __syncthreads();
    for (int k = 0; k < edge; ++k) sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[wb * row + column] = sum;
}

__global__ void product_of_half(float *c, const float *a, const float *b, int wa, int wb, int edge) {
  /*@ ghost int m, ha
      requires blockDim.x == edge && blockDim.y == edge && 1 <= m
      requires wa == edge * m && wb == gridDim.x * edge && ha == gridDim.y * edge
      ensures \forall i; \forall j; 0 <= i && i < ha && 0 <= j && j < wb ->
        c[wb * i + j] == \sum(0, wa - 1, \lambda integer k; a[wa * i + k] * b[wb * k + j]) */
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * edge + ty, column = blockIdx.x * edge + tx;
  float sum = 0;
  for (int t = 0; t < wa; t += edge) {
    __shared__ float as[][], bs[][];
    as[ty][tx] = a[wa * row + t + tx];
    bs[ty][tx] = b[wb * (t + ty) + column];
    __syncthreads();
    for (int k = 1; k < edge; ++k) sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[wb * row + column] = sum;
}
