//@ kernel: triangle unproved
//@ kernel: strided unproved
//@ kernel: neutral_inner unproved
//@ kernel: guarded unproved
//@ kernel: clamps unproved
//@ kernel: unsigned_less unproved
//@ kernel: narrow unproved
//@ kernel: pair unproved
//@ kernel: strict unproved
//@ kernel: half_product unproved
//@ kernel: longer unproved
// Least values, products and witnesses that a careless proof would find: elements left out, other orders, wrapping, a witness that is none.
// Sizes are beyond all runs.

//@ requires m >= 20000000;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \min(0, m - 1, \lambda integer k; a[k]);
__global__ void triangle(int *b, const int *a, int m) {
  int least = a[0];
  for (int r = 0; r < m; r++)
    for (int k = 0; k < r; k++) least = min(least, a[k]);
  b[blockIdx.x * blockDim.x + threadIdx.x] = least;
}

//@ requires n >= 20000000;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \min(0, n - 1, \lambda integer k; a[k]);
__global__ void strided(int *b, const int *a, int n) {
  int least = a[0];
  for (int k = 0; k < n; k += 2) least = min(least, a[k]);
  b[blockIdx.x * blockDim.x + threadIdx.x] = least;
}

//@ requires n >= 20000000 && m >= 1;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \max(0, n - 1, \lambda integer k; a[k]);
__global__ void neutral_inner(float *b, const float *a, int n, int m) {
  float top = -INFINITY;
  for (int r = 0; r < n; r++)
    for (int k = 0; k < m - 1; k++) top = fmaxf(top, a[r]);
  b[blockIdx.x * blockDim.x + threadIdx.x] = top;
}

//@ requires n >= 20000000;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \max(0, n - 1, \lambda integer k; a[k]);
__global__ void guarded(float *b, const float *a, const int *c, int n) {
  float top = -INFINITY;
  for (int r = 0; r < n; r++)
    if (c[r] > 0 && a[r] > top) top = a[r];
  b[blockIdx.x * blockDim.x + threadIdx.x] = top;
}

//@ requires n >= 20000000;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \max(0, n - 1, \lambda integer k; a[k]);
__global__ void clamps(int *b, const int *a, int n) {
  int top = a[0];
  for (int r = 0; r < n; r++) { top = max(top, a[r]); top = min(top, 300000000); }
  b[blockIdx.x * blockDim.x + threadIdx.x] = top;
}

//@ requires n >= 20000000;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \max(0, n - 1, \lambda integer k; a[k]);
__global__ void unsigned_less(int *b, const int *a, int n) {
  int top = a[0];
  for (int r = 0; r < n; r++) if ((unsigned)top < (unsigned)a[r]) top = a[r];
  b[blockIdx.x * blockDim.x + threadIdx.x] = top;
}

//@ requires n >= 20000000;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \max(0, n - 1, \lambda integer k; a[k]);
__global__ void narrow(int *b, const int *a, int n) {
  signed char top = -128;
  for (int r = 0; r < n; r++) top = max((int)top, a[r]);
  b[blockIdx.x * blockDim.x + threadIdx.x] = top;
}

//@ requires n >= 20000000;
//@ ensures \exists integer t; 0 <= t < n && b[0] == a[t] && b[1] == a[t + 1];
__global__ void pair(int *b, const int *a, int n) {
  int least = a[0], next = a[1];
  for (int k = 1; k < n; k++) { least = min(least, a[k]); next = min(next, a[k + 1]); }
  if (blockIdx.x == 0 && threadIdx.x == 0) { b[0] = least; b[1] = next; }
}

//@ requires n >= 20000000;
//@ ensures \exists integer t; 0 <= t < n && b[0] == a[t] && (\forall integer k; 0 <= k < n ==> a[t] < a[k] || t == k);
__global__ void strict(int *b, const int *a, int n) {
  int least = a[0];
  for (int k = 1; k < n; k++) { least = min(least, a[k]); }
  if (blockIdx.x == 0 && threadIdx.x == 0) { b[0] = least; }
}

//@ requires n >= 20000000;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \prod(0, n - 1, \lambda integer k; a[k]);
__global__ void half_product(short *b, const short *a, int n) {
  short p = 1;
  for (int r = 0; r < n; r++) p *= a[r];
  b[blockIdx.x * blockDim.x + threadIdx.x] = p;
}

//@ requires n >= 20000000;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \prod(0, n - 1, \lambda integer k; a[k]) * \prod(0, n - 1, \lambda integer k; a[n + k]);
__global__ void longer(float *b, const float *a, int n) {
  float p = 1;
  for (int r = 0; r < 2 * n - 1; r++) p *= a[r];
  b[blockIdx.x * blockDim.x + threadIdx.x] = p;
}
