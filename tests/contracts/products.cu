//@ kernel: row_products proved
//@ kernel: row_products_late refuted
//@ kernel: row_products_int proved
//@ kernel: power proved
//@ kernel: factorial proved
//@ kernel: product_of_tiles proved
//@ kernel: product_of_products proved
//@ kernel: product_where proved
//@ kernel: product_where_zero refuted
//@ kernel: product_and_sum unproved
//@ kernel: product_wraps unproved
//@ kernel: product_of_none refuted
//@ kernel: product_left unproved
//@ kernel: product_squared unproved
// Products of the elements of rows, by one thread each.

//@ requires n >= 0 && m <= blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < m ==> b[i] == \prod(0, n - 1, \lambda integer k; a[n * i + k]);
__global__ void row_products(float *b, const float *a, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  float p = 1.0f;
  for (int k = 0; k < n; k++) p *= a[n * i + k];
  b[i] = p;
}

//@ requires n >= 0 && m <= blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < m ==> b[i] == \prod(0, n - 1, \lambda integer k; a[n * i + k]);
__global__ void row_products_late(float *b, const float *a, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  float p = 1.0f;
  for (int k = 1; k < n; k++) p *= a[n * i + k];
  b[i] = p;
}

//@ requires n >= 0 && m == blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < m ==> b[i] == 3 * \prod(0, n - 1, \lambda integer k; a[n * i + k]);
__global__ void row_products_int(int *b, const int *a, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int p = 3;
  for (int k = 0; k < n; k++) p *= a[n * i + k];
  b[i] = p;
}

//@ requires n >= 0;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \prod(1, n, \lambda integer k; a[i]);
__global__ void power(float *b, const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float p = 1;
  for (int k = 0; k < n; k++) p *= a[i];
  b[i] = p;
}

//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \prod(1, i, \lambda integer k; k);
__global__ void factorial(int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, p = 1;
  for (int k = 1; k <= i; k++) p *= k;
  b[i] = p;
}

//@ requires blockDim.x == 8 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1 && m >= 0;
//@ ensures \forall integer i; 0 <= i < 8 ==> b[i] == \prod(0, 8 * m - 1, \lambda integer k; a[k]);
__global__ void product_of_tiles(float *b, const float *a, int m) {
  __shared__ float s[8];
  int x = threadIdx.x;
  float p = 1.0f;
  for (int t = 0; t < m; t++) {
    s[x] = a[8 * t + x];
    __syncthreads();
    for (int k = 0; k < 8; k++) p *= s[k];
    __syncthreads();
  }
  b[x] = p;
}

//@ requires n >= 0 && m >= 0;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \prod(0, m * n - 1, \lambda integer k; a[k]);
__global__ void product_of_products(float *b, const float *a, int m, int n) {
  float p = 1.0f;
  for (int r = 0; r < m; r++)
    for (int k = 0; k < n; k++) p = a[n * r + k] * p;
  b[blockIdx.x * blockDim.x + threadIdx.x] = p;
}

//@ requires n >= 0;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \prod(0, n - 1, \lambda integer k; c[k] > i ? a[k] : 1);
__global__ void product_where(int *b, const int *a, const int *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, p = 1;
  for (int k = 0; k < n; k++)
    if (c[k] > i) p *= a[k];
  b[i] = p;
}

//@ requires n >= 0;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \prod(0, n - 1, \lambda integer k; c[k] > i ? a[k] : 0);
__global__ void product_where_zero(int *b, const int *a, const int *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, p = 1;
  for (int k = 0; k < n; k++)
    if (c[k] > i) p *= a[k];
  b[i] = p;
}

// Neither a product nor a sum. No run is that long.
//@ requires n >= 20000000;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \prod(0, n - 1, \lambda integer k; a[k]);
__global__ void product_and_sum(float *b, const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float p = 1;
  for (int k = 0; k < n; k++) p = p * a[k] + (k == 12345678 ? 1.0f : 0.0f);
  b[i] = p;
}

//@ requires n >= 20000000;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \prod(0, n - 1, \lambda integer k; a[k]);
__global__ void product_wraps(unsigned *b, const unsigned *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned p = 1;
  for (int k = 0; k < n; k++) p *= a[k];
  b[i] = p;
}

//@ requires n < 0;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \prod(0, n - 1, \lambda integer k; a[k]);
__global__ void product_of_none(float *b, const float *a, int n) {
  b[blockIdx.x * blockDim.x + threadIdx.x] = 0.0f;
}

// It stops early. No run is that long.
//@ requires n >= 20000000;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == \prod(0, n - 1, \lambda integer k; a[k]);
__global__ void product_left(float *b, const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float p = 1;
  for (int k = 0; k < n; k++) {
    if (k == 12345678) break;
    p *= a[k];
  }
  b[i] = p;
}

//@ requires n >= 20000000;
//@ ensures \forall integer i; 0 <= i < blockDim.x * gridDim.x ==> b[i] == 2 * \prod(0, n - 1, \lambda integer k; 1);
__global__ void product_squared(float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float p = 2;
  for (int k = 0; k < n; k++) p = p * p;
  b[i] = p;
}
