//@ kernel: row_minima proved
//@ kernel: row_minima_late refuted
//@ kernel: row_minima_from_first proved
//@ kernel: row_minima_less proved
//@ kernel: row_minima_mirrored refuted
//@ kernel: row_maxima_int proved
//@ kernel: row_maxima_from_zero refuted
//@ kernel: row_maxima_from_zero_clamped proved
//@ kernel: row_maxima_infinity proved
//@ kernel: row_maxima_infinity_of_none unproved
//@ kernel: row_maxima_wrong_infinity unproved
//@ kernel: lowest_start proved
//@ kernel: minimum_of_all proved
//@ kernel: minimum_of_tiles proved
//@ kernel: minimum_of_tiles_short unproved
//@ kernel: minimum_where proved
//@ kernel: minimum_where_other unproved
//@ kernel: minimum_and_bound proved
//@ kernel: minimum_and_bound_reversed refuted
//@ kernel: minimum_of_none unproved
//@ kernel: minimum_of_none_itself unproved
//@ kernel: last_smaller unproved
//@ kernel: minimum_decayed unproved
//@ kernel: mixed unproved
//@ kernel: minimum_of_written refuted
//@ kernel: rectified proved
//@ kernel: rectified_negative refuted
// Least and greatest elements of rows, by one thread each. Sizes are beyond all runs where those would show a fault.

//@ requires n >= 1 && m <= blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < m ==> b[i] == \min(0, n - 1, \lambda integer k; a[n * i + k]);
__global__ void row_minima(float *b, const float *a, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  float least = a[n * i];
  for (int k = 0; k < n; k++) least = fminf(least, a[n * i + k]);
  b[i] = least;
}

//@ requires n >= 2 && m <= blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < m ==> b[i] == \min(0, n - 1, \lambda integer k; a[n * i + k]);
__global__ void row_minima_late(float *b, const float *a, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  float least = a[n * i + 1];
  for (int k = 1; k < n; k++) least = fminf(least, a[n * i + k]);
  b[i] = least;
}

//@ requires n >= 1 && m <= blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < m ==> b[i] == \min(0, n - 1, \lambda integer k; a[n * i + k]);
__global__ void row_minima_from_first(float *b, const float *a, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  float least = a[n * i];
  for (int k = 1; k < n; k++) least = fminf(a[n * i + k], least);
  b[i] = least;
}

//@ requires n >= 1 && m <= blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < m ==> b[i] == \min(0, n - 1, \lambda integer k; a[n * i + k]);
__global__ void row_minima_less(float *b, const float *a, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  float least = a[n * i];
  for (int k = 1; k < n; k++)
    if (a[n * i + k] < least) least = a[n * i + k];
  b[i] = least;
}

//@ requires n >= 1 && m <= blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < m ==> b[i] == \min(0, n - 1, \lambda integer k; a[n * i + k]);
__global__ void row_minima_mirrored(float *b, const float *a, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  float least = a[n * i];
  for (int k = 1; k < n; k++)
    if (a[n * i + k] > least) least = a[n * i + k];
  b[i] = least;
}

//@ requires n >= 1 && m == blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < m ==> b[i] == \max(0, n - 1, \lambda integer k; a[n * i + k]);
__global__ void row_maxima_int(int *b, const int *a, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, greatest = a[n * i + n - 1];
  for (int k = n - 2; k >= 0; k--) greatest = max(a[n * i + k], greatest);
  b[i] = greatest;
}

//@ requires n >= 1 && m == blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < m ==> b[i] == \max(0, n - 1, \lambda integer k; a[n * i + k] - 9);
__global__ void row_maxima_from_zero(int *b, const int *a, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, greatest = 0;
  for (int k = 0; k < n; k++) greatest = max(greatest, a[n * i + k] - 9);
  b[i] = greatest;
}

//@ requires n >= 1 && m == blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < m ==>
//@   b[i] == (\max(0, n - 1, \lambda integer k; a[n * i + k]) < 0 ? 0 : \max(0, n - 1, \lambda integer k; a[n * i + k]));
//@ ensures \forall integer i; 0 <= i < m ==> b[i] >= 0;
__global__ void row_maxima_from_zero_clamped(int *b, const int *a, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, greatest = 0;
  for (int k = 0; k < n; k++) greatest = max(greatest, a[n * i + k]);
  b[i] = greatest;
}

//@ requires n >= 1 && m == blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < m ==> b[i] == \max(0, n - 1, \lambda integer k; a[n * i + k]);
__global__ void row_maxima_infinity(float *b, const float *a, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float greatest = -INFINITY;
  for (int k = 0; k < n; k++) greatest = fmaxf(greatest, a[n * i + k]);
  b[i] = greatest;
}

//@ requires n >= 0;
//@ ensures b[0] == 2 || n > 0;
//@ ensures n == 0 || b[0] == \max(0, n - 1, \lambda integer k; a[k]);
__global__ void row_maxima_infinity_of_none(float *b, const float *a, int n) {
  float greatest = -INFINITY;
  for (int k = 0; k < n; k++) greatest = fmaxf(greatest, a[k]);
  if (blockIdx.x == 0 && threadIdx.x == 0) b[0] = greatest;
}

//@ requires n >= 20000000 && m == blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < m ==> b[i] == \max(0, n - 1, \lambda integer k; a[k]);
__global__ void row_maxima_wrong_infinity(float *b, const float *a, int m, int n) {
  float greatest = INFINITY;
  for (int k = 0; k < n; k++) greatest = fmaxf(greatest, a[k]);
  b[blockIdx.x * blockDim.x + threadIdx.x] = greatest;
}

//@ requires n >= 1;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \max(0, n - 1, \lambda integer k; a[k]);
__global__ void lowest_start(int *b, const int *a, int n) {
  int greatest = -2147483647 - 1;
  for (int k = 0; k < n; k++)
    if (greatest < a[k]) greatest = a[k];
  b[blockIdx.x * blockDim.x + threadIdx.x] = greatest;
}

//@ requires n >= 1 && m >= 1;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \min(0, m * n - 1, \lambda integer k; a[k]);
__global__ void minimum_of_all(float *b, const float *a, int m, int n) {
  float least = a[0];
  for (int r = 0; r < m; r++)
    for (int k = 0; k < n; k++) least = fminf(least, a[n * r + k]);
  b[blockIdx.x * blockDim.x + threadIdx.x] = least;
}

//@ requires blockDim.x == 8 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1 && m >= 1;
//@ ensures \forall integer i; 0 <= i < 8 ==> b[i] == \min(0, 8 * m - 1, \lambda integer k; a[k]);
__global__ void minimum_of_tiles(float *b, const float *a, int m) {
  __shared__ float s[8];
  int x = threadIdx.x;
  float least = a[0];
  for (int t = 0; t < m; t++) {
    s[x] = a[8 * t + x];
    __syncthreads();
    for (int k = 0; k < 8; k++) least = fminf(least, s[k]);
    __syncthreads();
  }
  b[x] = least;
}

//@ requires blockDim.x == 8 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1 && m >= 20000000;
//@ ensures \forall integer i; 0 <= i < 8 ==> b[i] == \min(0, 8 * m - 1, \lambda integer k; a[k]);
__global__ void minimum_of_tiles_short(float *b, const float *a, int m) {
  __shared__ float s[8];
  int x = threadIdx.x;
  float least = a[0];
  for (int t = 0; t < m; t++) {
    s[x] = a[8 * t + x];
    __syncthreads();
    for (int k = 0; k < 7; k++) least = fminf(least, s[k]);
    __syncthreads();
  }
  b[x] = least;
}

//@ requires n >= 2;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \min(0, n - 2, \lambda integer k; a[k]);
__global__ void minimum_where(int *b, const int *a, int n) {
  int least = a[0];
  for (int k = 0; k < n; k++)
    if (k < n - 1) least = min(least, a[k]);
  b[blockIdx.x * blockDim.x + threadIdx.x] = least;
}

//@ requires n >= 20000000;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \min(0, n - 1, \lambda integer k; a[k]);
__global__ void minimum_where_other(int *b, const int *a, int n) {
  int least = a[0];
  for (int k = 0; k < n; k++)
    if (k != 12345678) least = min(least, a[k]);
  b[blockIdx.x * blockDim.x + threadIdx.x] = least;
}

//@ requires n >= 1;
//@ ensures \forall integer i; 0 <= i < n ==> b[0] <= a[i];
//@ ensures b[1] == 1 + b[0] - b[0];
__global__ void minimum_and_bound(int *b, const int *a, int n) {
  int least = a[0];
  for (int k = 1; k < n; k++) least = min(least, a[k]);
  if (blockIdx.x == 0 && threadIdx.x == 0) { b[0] = least; b[1] = 1; }
}

//@ requires n >= 1;
//@ ensures \forall integer i; 0 <= i < n ==> b[0] >= a[i];
__global__ void minimum_and_bound_reversed(int *b, const int *a, int n) {
  int least = a[0];
  for (int k = 1; k < n; k++) least = min(least, a[k]);
  if (blockIdx.x == 0 && threadIdx.x == 0) b[0] = least;
}

// There is no least element of nothing, so that neither is shown nor refuted.
//@ requires n >= 0;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \min(0, n - 1, \lambda integer k; a[k]);
__global__ void minimum_of_none(int *b, const int *a, int n) {
  int least = a[0];
  for (int k = 1; k < n; k++) least = min(least, a[k]);
  b[blockIdx.x * blockDim.x + threadIdx.x] = least;
}

//@ requires n <= 0;
//@ ensures b[0] == \old(b[0]) + \min(0, n - 1, \lambda integer k; a[k]) - \min(0, n - 1, \lambda integer k; a[k]);
__global__ void minimum_of_none_itself(int *b, const int *a, int n) { }

//@ requires n >= 20000000;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \min(0, n - 1, \lambda integer k; a[k]);
__global__ void last_smaller(int *b, const int *a, int n) {
  int least = a[0];
  for (int k = 1; k < n; k++)
    if (a[k] < least) least = k == 12345678 ? least : a[k];
  b[blockIdx.x * blockDim.x + threadIdx.x] = least;
}

//@ requires n >= 20000000;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \min(0, n - 1, \lambda integer k; a[k]);
__global__ void minimum_decayed(float *b, const float *a, int n) {
  float least = a[0];
  for (int k = 1; k < n; k++) least = fminf(least * 0.5f, a[k]);
  b[blockIdx.x * blockDim.x + threadIdx.x] = least;
}

//@ requires n >= 20000000;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \min(0, n - 1, \lambda integer k; a[k]);
__global__ void mixed(float *b, const float *a, int n) {
  float least = a[0];
  for (int k = 0; k < n; k++) least = k == 12345678 ? fmaxf(least, a[k]) : fminf(least, a[k]);
  b[blockIdx.x * blockDim.x + threadIdx.x] = least;
}

// The clause speaks of what is there in the end, the kernel of what was there.
//@ requires n >= 4;
//@ ensures b[0] == \min(1, n - 1, \lambda integer k; b[k]);
__global__ void minimum_of_written(int *b, int n) {
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  int least = b[1];
  for (int k = 2; k < n; k++) least = min(least, b[k]);
  b[0] = least;
  b[1] = least + 1;
}

//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == fmax(a[i], 0);
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == (a[i] <= 0 ? 0 : a[i]);
__global__ void rectified(float *b, const float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[i] > 0.0f ? a[i] : 0.0f;
}

//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == fmax(a[i], 0);
__global__ void rectified_negative(float *b, const float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[i] < 0.0f ? a[i] : 0.0f;
}
