//@ revisions: good bad
//@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Loops with the stride of the grid of which each iteration handles four elements (at a distance of the grid, not of a block), with sizes and indices of mixed signs.
#ifdef bad
#define PART blockDim.x
#else
#define PART blockDim.x * gridDim.x
#endif

__global__ void of_ints(float *x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += 4 * blockDim.x * gridDim.x) {
    float r[4];
    for (int k = 0; k < 4; k++) {
      int at = i + k * PART;
      if (at < n) r[k] = x[at]; //[bad]~ ERROR race
    }
    for (int k = 0; k < 4; k++) {
      int at = i + k * PART;
      if (at < n) x[at] = 2 * r[k]; //[bad]~ ERROR race
    }
  }
}

__global__ void of_a_product(float *x, unsigned rows, unsigned columns) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * columns; i += 4 * blockDim.x * gridDim.x) {
    for (int k = 0; k < 4; k++) {
      int at = i + k * PART;
      if (at < rows * columns) x[at] = i; //[bad]~ ERROR race
    }
  }
}

__global__ void with_a_bias(float *x, const float *bias, unsigned rows, unsigned columns) {
  float r[4], b[4];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (; i < columns * rows; i += 4 * blockDim.x * gridDim.x) {
#pragma unroll
    for (int k = 0; k < 4; k++) {
      int at = i + k * PART;
      if (at < columns * rows) {
        r[k] = x[at]; //[bad]~ ERROR race
        b[k] = bias[i % columns];
      }
    }
#pragma unroll
    for (int k = 0; k < 4; k++) {
      int at = i + k * PART;
      if (at < columns * rows) x[at] = r[k] + b[k]; //[bad]~ ERROR race
    }
  }
}
