//@ kernel: copy proved
//@ kernel: copy_first_only refuted
//@ kernel: fill proved
//@ kernel: fill_too_far unproved
//@ kernel: saxpy proved
//@ kernel: saxpy_wrong_sign refuted
//@ kernel: clamp proved
//@ kernel: clamp_swapped refuted
// Copy, fill, scaling, scaled addition in place.

//@ requires n >= 0;
//@ ensures \forall integer i; 0 <= i < n ==> b[i] == a[i];
__global__ void copy(int *b, const int *a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) b[i] = a[i];
}

//@ requires n >= 0;
//@ ensures \forall integer i; 0 <= i < n ==> b[i] == a[i];
__global__ void copy_first_only(int *b, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[i];
}

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> a[i] == v;
//@ ensures \forall integer i; n <= i ==> a[i] == \old(a[i]);
__global__ void fill(int *a, int v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = v;
}

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> a[i] == v;
//@ ensures \forall integer i; n <= i ==> a[i] == \old(a[i]);
__global__ void fill_too_far(int *a, int v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) a[i] = v;
}

//@ requires n >= 0;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == s * x[i] + \old(y[i]);
__global__ void saxpy(float *y, const float *x, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < n) {
    y[i] = s * x[i] + y[i];
    i += gridDim.x * blockDim.x;
  }
}

//@ requires n >= 0;
//@ ensures \forall integer i; 0 <= i < n ==> y[i] == s * x[i] + \old(y[i]);
__global__ void saxpy_wrong_sign(float *y, const float *x, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < n) {
    y[i] = s * x[i] - y[i];
    i += gridDim.x * blockDim.x;
  }
}

//@ requires n == blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> b[i] == (a[i] < 0 ? 0 : a[i] > 255 ? 255 : a[i]);
__global__ void clamp(int *b, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  if (v < 0) v = 0;
  if (v > 255) v = 255;
  b[i] = v;
}

//@ requires n == blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> b[i] == (a[i] < 0 ? 0 : a[i] > 5 ? 5 : a[i]);
__global__ void clamp_swapped(int *b, const int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = a[i];
  if (v < 5) v = 5;
  b[i] = v;
}
