//@ kernel: least_is_there proved
//@ kernel: least_is_there_or_none refuted
//@ kernel: least_is_there_plus_one refuted
//@ kernel: least_of_rows proved
//@ kernel: least_of_rows_too_long refuted
//@ kernel: middle proved
//@ kernel: middle_of_matrix proved
//@ kernel: behind_the_matrix refuted
//@ kernel: place proved
//@ kernel: place_outside refuted
//@ kernel: one_for_all refuted
//@ kernel: one_for_all_long unproved
//@ kernel: gathered proved
//@ kernel: gathered_wrong unproved
//@ kernel: either proved
//@ kernel: either_other unproved
//@ kernel: none_or_some proved
//@ kernel: not_written refuted
//@ kernel: initial proved
// There is an element that ... : `\exists` with a witness. Sizes are beyond all runs where those would show a fault.

//@ requires n >= 1;
//@ ensures \forall integer i; 0 <= i < n ==> b[0] <= a[i];
//@ ensures \exists integer t; 0 <= t < n && b[0] == a[t];
__global__ void least_is_there(int *b, const int *a, int n) {
  int least = a[0];
  for (int k = 1; k < n; k++) least = min(least, a[k]);
  if (blockIdx.x == 0 && threadIdx.x == 0) b[0] = least;
}

//@ requires n >= 0;
//@ ensures \exists integer t; 0 <= t < n && b[0] == a[t];
__global__ void least_is_there_or_none(int *b, const int *a, int n) {
  int least = a[0];
  for (int k = 1; k < n; k++) least = min(least, a[k]);
  if (blockIdx.x == 0 && threadIdx.x == 0) b[0] = least;
}

//@ requires n >= 1;
//@ ensures \exists integer t; 0 <= t < n && b[0] == a[t] + 1;
__global__ void least_is_there_plus_one(int *b, const int *a, int n) {
  int least = a[0];
  for (int k = 1; k < n; k++) least = min(least, a[k]);
  if (blockIdx.x == 0 && threadIdx.x == 0) b[0] = least;
}

//@ requires n >= 1 && m <= blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < m ==> \exists integer k; 0 <= k < n && b[i] == a[n * i + k];
__global__ void least_of_rows(float *b, const float *a, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  float least = a[n * i];
  for (int k = 1; k < n; k++)
    if (a[n * i + k] < least) least = a[n * i + k];
  b[i] = least;
}

//@ requires n >= 1 && m <= blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < m ==> \exists integer k; 0 <= k < n && b[i] == a[n * i + k];
__global__ void least_of_rows_too_long(float *b, const float *a, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  float least = a[n * i];
  for (int k = 1; k <= n; k++)
    if (a[n * i + k] < least) least = a[n * i + k];
  b[i] = least;
}

//@ requires n >= 1;
//@ ensures \exists integer t; 0 <= t < n && b[0] == a[t];
__global__ void middle(float *b, const float *a, int n) {
  if (blockIdx.x == 0 && threadIdx.x == 0) b[0] = a[n >> 1];
}

//@ requires 0 <= y < h && 0 <= x < w;
//@ ensures \exists integer r, c; 0 <= r < h && 0 <= c < w && a[w * r + c] == b[0];
__global__ void middle_of_matrix(float *b, const float *a, int w, int h, int x, int y) {
  if (blockIdx.x == 0 && threadIdx.x == 0) b[0] = a[w * y + x];
}

//@ requires 0 <= y < h && 0 <= x < w;
//@ ensures \exists integer r, c; 0 <= r < h && 0 <= c < w && a[w * r + c] == b[0];
__global__ void behind_the_matrix(float *b, const float *a, int w, int h, int x, int y) {
  if (blockIdx.x == 0 && threadIdx.x == 0) b[0] = a[w * h + w * y + x];
}

//@ requires n >= 1;
//@ ensures \exists integer t; t == b[0] && 0 <= t < n;
__global__ void place(int *b, int n) {
  if (blockIdx.x == 0 && threadIdx.x == 0) b[0] = n - 1;
}

//@ requires n >= 1;
//@ ensures \exists integer t; t == b[0] && 0 <= t < n;
__global__ void place_outside(int *b, int n) {
  if (blockIdx.x == 0 && threadIdx.x == 0) b[0] = n;
}

//@ requires n == blockDim.x * gridDim.x;
//@ ensures \exists integer t; 0 <= t < n && (\forall integer i; 0 <= i < n ==> b[i] == a[t]);
__global__ void one_for_all(int *b, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[i];
}

// Each thread has a witness of its own.
//@ requires n == 1000000 && n == blockDim.x * gridDim.x;
//@ ensures \exists integer t; 0 <= t < n && b[7] == a[t] && b[8] == a[t];
__global__ void one_for_all_long(int *b, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[i];
}

//@ requires n <= blockDim.x * gridDim.x;
//@ requires \forall integer i; 0 <= i < n ==> 0 <= p[i] < n;
//@ ensures \forall integer i; 0 <= i < n ==> \exists integer j; 0 <= j < n && b[i] == a[j];
__global__ void gathered(int *b, const int *a, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[p[i]];
}

//@ requires n <= blockDim.x * gridDim.x && n >= 20000000;
//@ requires \forall integer i; 0 <= i < n ==> 0 <= p[i] <= n;
//@ ensures \forall integer i; 0 <= i < n ==> \exists integer j; 0 <= j < n && b[i] == a[j];
__global__ void gathered_wrong(int *b, const int *a, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[p[i]];
}

//@ requires n >= 1;
//@ ensures \exists integer t; 0 <= t <= n && b[0] == a[t];
__global__ void either(int *b, const int *a, const int *c, int n) {
  if (blockIdx.x == 0 && threadIdx.x == 0) b[0] = c[0] > 3 ? a[0] : a[n];
}

//@ requires n >= 1;
//@ ensures \exists integer t; 0 <= t <= n && b[0] == a[t];
__global__ void either_other(int *b, const int *a, const int *c, int n) {
  if (blockIdx.x == 0 && threadIdx.x == 0) b[0] = c[0] > 300000000 ? c[0] : a[n];
}

//@ requires n >= 0;
//@ ensures n == 0 || (\exists integer t; 0 <= t < n && b[0] == a[t]);
//@ ensures b[0] == a[n - 1] || n < 1;
__global__ void none_or_some(int *b, const int *a, int n) {
  if (blockIdx.x == 0 && threadIdx.x == 0 && n > 0) b[0] = a[n - 1];
}

//@ requires n >= 1;
//@ ensures \exists integer t; 0 <= t < n && b[0] == a[t];
__global__ void not_written(int *b, const int *a, int n) {
  if (blockIdx.x == 0 && threadIdx.x == 0 && n > 3) b[0] = a[0];
}

//@ requires n >= 1;
//@ ensures \exists integer t; 0 <= t < n && b[0] == \old(b[t]);
__global__ void initial(int *b, int n) {
  if (blockIdx.x == 0 && threadIdx.x == 0 && n > 3) b[0] = b[2];
}
