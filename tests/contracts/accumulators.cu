//@ kernel: rows proved
//@ kernel: products proved
//@ kernel: counted proved
//@ kernel: square proved
//@ kernel: rows_but_one refuted
//@ kernel: started_wrong refuted
//@ kernel: transposed_sum refuted
//@ kernel: products_and_more refuted
//@ kernel: counted_all refuted
//@ kernel: inclusive refuted
//@ kernel: racy unproved
// Postconditions whose right side is a loop over a ghost accumulator.
#define ID (blockIdx.x * blockDim.x + threadIdx.x)

//@ requires m >= 0 && 0 <= n <= gridDim.x * blockDim.x;
/*@ ensures \forall integer i; 0 <= i < n ==>
  @   c[i] == { ghost int s = 0; for (integer k = 0; k < m; k++) s = s + a[i * m + k]; s }; */
__global__ void rows(int *c, const int *a, int m, int n) {
  int i = ID;
  if (i >= n) return;
  int s = 0;
  for (int k = 0; k < m; k++) s += a[i * m + k];
  c[i] = s;
}

//@ requires m >= 0 && 0 <= n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> c[i] == { ghost real p = x; for (k = 0; k <= m - 1; ++k) { p *= a[i * m + k]; } p };
__global__ void products(float *c, const float *a, float x, int m, int n) {
  int i = ID;
  if (i >= n) return;
  float p = x;
  for (int k = 0; k < m; k++) p = a[i * m + k] * p;
  c[i] = p;
}

//@ requires m >= 0;
//@ ensures gridDim.x * blockDim.x >= 1 ==> c[0] == { ghost int s = 0; for (k = 0; k < m; k++) if (a[k] > 0) s += 1; s };
__global__ void counted(int *c, const int *a, int m) {
  if (ID != 0) return;
  int s = 0;
  for (int k = 0; k < m; k++)
    if (a[k] > 0) s++;
  c[0] = s;
}

//@ requires m >= 0;
//@ ensures gridDim.x * blockDim.x >= 1 ==> c[0] == { ghost real s = 0; for (i = 0; i < m; i++) for (j = 0; j < m; j++) s = s + a[m * i + j]; s };
__global__ void square(float *c, const float *a, int m) {
  if (ID != 0) return;
  float s = 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) s += a[m * i + j];
  c[0] = s;
}

//@ requires m >= 1 && 0 <= n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> c[i] == { ghost int s = 0; for (integer k = 0; k < m; k++) s = s + a[i * m + k]; s };
__global__ void rows_but_one(int *c, const int *a, int m, int n) {
  int i = ID;
  if (i >= n) return;
  int s = 0;
  for (int k = 0; k < m - 1; k++) s += a[i * m + k];
  c[i] = s;
}

//@ requires m >= 0 && 0 <= n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> c[i] == { ghost int s = 1; for (integer k = 0; k < m; k++) s = s + a[i * m + k]; s };
__global__ void started_wrong(int *c, const int *a, int m, int n) {
  int i = ID;
  if (i >= n) return;
  int s = 0;
  for (int k = 0; k < m; k++) s += a[i * m + k];
  c[i] = s;
}

//@ requires n >= 2 && n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> c[i] == { ghost int s = 0; for (integer k = 0; k < n; k++) s = s + a[k * n + i]; s };
__global__ void transposed_sum(int *c, const int *a, int n) {
  int i = ID;
  if (i >= n) return;
  int s = 0;
  for (int k = 0; k < n; k++) s += a[i * n + k];
  c[i] = s;
}

//@ requires m >= 0 && 0 <= n <= gridDim.x * blockDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> c[i] == { ghost int p = 1; for (k = 0; k < m; k++) p *= a[i * m + k] + 1; p };
__global__ void products_and_more(int *c, const int *a, int m, int n) {
  int i = ID;
  if (i >= n) return;
  int p = 1;
  for (int k = 0; k < m; k++) p = p * a[i * m + k] + 1;
  c[i] = p;
}

//@ requires m >= 1;
//@ ensures gridDim.x * blockDim.x >= 1 ==> c[0] == { ghost int s = 0; for (k = 0; k < m; k++) if (a[k] > 0) s += 1; s };
__global__ void counted_all(int *c, const int *a, int m) {
  if (ID != 0) return;
  int s = 0;
  for (int k = 0; k < m; k++)
    if (a[k] >= 0) s++;
  c[0] = s;
}

//@ requires m >= 0;
//@ ensures gridDim.x * blockDim.x >= 1 ==> c[0] == { ghost int s = 0; for (k = 0; k <= m; k++) s += 1; s };
__global__ void inclusive(int *c, int m) {
  if (ID != 0) return;
  int s = 0;
  for (int k = 0; k < m; k++) s += 1;
  c[0] = s;
}

//@ requires m >= 0;
//@ ensures c[0] == { ghost int s = 0; for (k = 0; k < m; k++) s += 1; s };
__global__ void racy(int *c, int m) {
  int s = 0;
  for (int k = 0; k < m; k++) s += 1;
  c[0] = s;
}
