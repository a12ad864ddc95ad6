//@ kernel: softmax_shifted proved
//@ kernel: softmax_shifted_wrong refuted
//@ kernel: layer_norm proved
//@ kernel: layer_norm_wrong refuted
//@ kernel: matrix_mul_blocked proved
//@ kernel: matrix_mul_blocked_wrong refuted
//@ kernel: scatter proved
//@ kernel: scatter_no_permutation unproved
//@ kernel: bit_reversal proved
//@ kernel: bit_reversal_wrong refuted
//@ kernel: stencil2d_tiled proved
//@ kernel: stencil2d_tiled_wrong refuted
//@ gap: scatter that elements are different by a precondition with quantifiers is not used for freedom from races
//@ gap: stencil2d_tiled that addresses of two dimensions are equal after a step in the tile is not shown for a symbolic width
// Rows of matrices over the real numbers, products with several results a thread, permutations.

//@ requires n >= 1 && m <= blockDim.x * gridDim.x;
//@ ensures \forall integer i, j; 0 <= i < m && 0 <= j < n ==> y[n * i + j] ==
//@   exp(x[n * i + j] - \max(0, n - 1, \lambda integer k; x[n * i + k])) /
//@   \sum(0, n - 1, \lambda integer l; exp(x[n * i + l] - \max(0, n - 1, \lambda integer k; x[n * i + k])));
__global__ void softmax_shifted(float *y, const float *x, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  float top = -INFINITY, sum = 0.0f;
  for (int k = 0; k < n; k++) top = fmaxf(top, x[n * i + k]);
  for (int k = 0; k < n; k++) sum += expf(x[n * i + k] - top);
  for (int k = 0; k < n; k++) y[n * i + k] = expf(x[n * i + k] - top) / sum;
}

//@ requires n >= 1 && m <= blockDim.x * gridDim.x;
//@ ensures \forall integer i, j; 0 <= i < m && 0 <= j < n ==> y[n * i + j] ==
//@   exp(x[n * i + j] - \max(0, n - 1, \lambda integer k; x[n * i + k])) /
//@   \sum(0, n - 1, \lambda integer l; exp(x[n * i + l] - \max(0, n - 1, \lambda integer k; x[n * i + k])));
__global__ void softmax_shifted_wrong(float *y, const float *x, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  float top = -INFINITY, sum = 0.0f;
  for (int k = 0; k < n; k++) top = fmaxf(top, x[n * i + k]);
  for (int k = 0; k < n; k++) sum += expf(x[n * i + k]);
  for (int k = 0; k < n; k++) y[n * i + k] = expf(x[n * i + k] - top) / sum;
}

/*@ logic real mean(float *x, integer row, integer n) = \sum(0, n - 1, \lambda integer k; x[n * row + k]) / n;
  @ logic real variance(float *x, integer row, integer n) =
  @   \sum(0, n - 1, \lambda integer k; (x[n * row + k] - mean(x, row, n)) * (x[n * row + k] - mean(x, row, n))) / n; */
//@ requires n >= 1 && m <= blockDim.x * gridDim.x;
//@ ensures \forall integer i, j; 0 <= i < m && 0 <= j < n ==>
//@   y[n * i + j] == (x[n * i + j] - mean(x, i, n)) / sqrt(variance(x, i, n) + e) * g[j] + h[j];
__global__ void layer_norm(float *y, const float *x, const float *g, const float *h, int m, int n, float e) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  float sum = 0.0f;
  for (int k = 0; k < n; k++) sum += x[n * i + k];
  float mean = sum / n, squares = 0.0f;
  for (int k = 0; k < n; k++) {
    float d = x[n * i + k] - mean;
    squares += d * d;
  }
  float scale = 1.0f / sqrtf(squares / n + e);
  for (int k = 0; k < n; k++) y[n * i + k] = (x[n * i + k] - mean) * scale * g[k] + h[k];
}

//@ requires n >= 1 && m <= blockDim.x * gridDim.x;
//@ ensures \forall integer i, j; 0 <= i < m && 0 <= j < n ==>
//@   y[n * i + j] == (x[n * i + j] - mean(x, i, n)) * g[j] + h[j];
__global__ void layer_norm_wrong(float *y, const float *x, const float *g, const float *h, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  float sum = 0.0f;
  for (int k = 0; k < n; k++) sum += x[n * i + k];
  float mean = sum / m;
  for (int k = 0; k < n; k++) y[n * i + k] = (x[n * i + k] - mean) * g[k] + h[k];
}

/*@ requires wA >= 0 && wB == 2 * blockDim.x * gridDim.x && hA == blockDim.y * gridDim.y;
  @ ensures \forall integer i, j; 0 <= i < hA && 0 <= j < wB ==>
  @   c[wB * i + j] == \sum(0, wA - 1, \lambda integer k; a[wA * i + k] * b[wB * k + j]); */
__global__ void matrix_mul_blocked(float *c, const float *a, const float *b, int wA, int wB, int hA) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  float sums[2] = {0.0f, 0.0f};
  for (int k = 0; k < wA; k++)
    for (int j = 0; j < 2; j++) sums[j] += a[wA * row + k] * b[wB * k + col + j];
  for (int j = 0; j < 2; j++) c[wB * row + col + j] = sums[j];
}

/*@ requires wA >= 0 && wB == 2 * blockDim.x * gridDim.x && hA == blockDim.y * gridDim.y;
  @ ensures \forall integer i, j; 0 <= i < hA && 0 <= j < wB ==>
  @   c[wB * i + j] == \sum(0, wA - 1, \lambda integer k; a[wA * i + k] * b[wB * k + j]); */
__global__ void matrix_mul_blocked_wrong(float *c, const float *a, const float *b, int wA, int wB, int hA) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  float sums[2] = {0.0f, 0.0f};
  for (int k = 0; k < wA; k++)
    for (int j = 0; j < 2; j++) sums[j] += a[wA * row + k] * b[wB * k + col + j];
  for (int j = 0; j < 2; j++) c[wB * row + col + j] = sums[1 - j];
}

//@ requires n <= blockDim.x * gridDim.x;
//@ requires \forall integer i; 0 <= i < n ==> 0 <= p[i] < n;
//@ requires \forall integer i, j; 0 <= i < n && 0 <= j < n && p[i] == p[j] ==> i == j;
//@ ensures \forall integer i; 0 <= i < n ==> b[p[i]] == a[i];
__global__ void scatter(int *b, const int *a, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[p[i]] = a[i];
}

//@ requires n <= blockDim.x * gridDim.x;
//@ requires \forall integer i; 0 <= i < n ==> 0 <= p[i] < n;
//@ ensures \forall integer i; 0 <= i < n ==> b[p[i]] == a[i];
__global__ void scatter_no_permutation(int *b, const int *a, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[p[i]] = a[i];
}

//@ logic integer reversed(integer i) = (i & 1) * 8 + (i >> 1 & 1) * 4 + (i >> 2 & 1) * 2 + (i >> 3 & 1);
//@ requires blockDim.x == 16 && gridDim.x == 1;
//@ ensures \forall integer i; 0 <= i < 16 ==> b[i] == a[reversed(i)];
__global__ void bit_reversal(int *b, const int *a) {
  int i = threadIdx.x, r = 0;
  for (int bit = 0; bit < 4; bit++) r = r << 1 | (i >> bit & 1);
  b[i] = a[r];
}

//@ requires blockDim.x == 16 && gridDim.x == 1;
//@ ensures \forall integer i; 0 <= i < 16 ==> b[i] == a[reversed(i)];
__global__ void bit_reversal_wrong(int *b, const int *a) {
  int i = threadIdx.x, r = 0;
  for (int bit = 0; bit < 3; bit++) r = r << 1 | (i >> bit & 1);
  b[i] = a[r];
}

/*@ requires blockDim.x == 8 && blockDim.y == 8 && blockDim.z == 1 && w == 8 * gridDim.x && h == 8 * gridDim.y;
  @ ensures \forall integer r, c; 0 <= r < h && 0 <= c < w && r % 8 != 0 && r % 8 != 7 && c % 8 != 0 && c % 8 != 7 ==>
  @   b[w * r + c] == a[w * r + c - 1] + a[w * r + c + 1] + a[w * (r - 1) + c] + a[w * (r + 1) + c]; */
__global__ void stencil2d_tiled(float *b, const float *a, int w, int h) {
  __shared__ float tile[8][8];
  int x = threadIdx.x, y = threadIdx.y, c = blockIdx.x * 8 + x, r = blockIdx.y * 8 + y;
  tile[y][x] = a[w * r + c];
  __syncthreads();
  if (x > 0 && x < 7 && y > 0 && y < 7)
    b[w * r + c] = tile[y][x - 1] + tile[y][x + 1] + tile[y - 1][x] + tile[y + 1][x];
}

/*@ requires blockDim.x == 8 && blockDim.y == 8 && blockDim.z == 1 && w == 8 * gridDim.x && h == 8 * gridDim.y;
  @ ensures \forall integer r, c; 0 <= r < h && 0 <= c < w && r % 8 != 0 && r % 8 != 7 && c % 8 != 0 && c % 8 != 7 ==>
  @   b[w * r + c] == a[w * r + c - 1] + a[w * r + c + 1] + a[w * (r - 1) + c] + a[w * (r + 1) + c]; */
__global__ void stencil2d_tiled_wrong(float *b, const float *a, int w, int h) {
  __shared__ float tile[8][8];
  int x = threadIdx.x, y = threadIdx.y, c = blockIdx.x * 8 + x, r = blockIdx.y * 8 + y;
  tile[y][x] = a[w * r + c];
  __syncthreads();
  if (x > 0 && x < 7 && y > 0 && y < 7)
    b[w * r + c] = tile[y][x - 1] + tile[y][x + 1] + tile[y - 1][x] + tile[x][y + 1];
}
