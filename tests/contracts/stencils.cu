//@ kernel: blur proved
//@ kernel: blur_off_by_one refuted
//@ kernel: laplace proved
//@ kernel: laplace_column refuted
//@ kernel: reverse_block proved
//@ kernel: reverse_block_wrong refuted
//@ kernel: gather proved
//@ kernel: gather_direct refuted
// Stencils, reversal, permutations, rows.

//@ requires n >= 2 && n <= blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 < i < n - 1 ==> b[i] == 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
//@ ensures b[0] == a[0] && b[n - 1] == a[n - 1];
__global__ void blur(float *b, const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (i == 0 || i == n - 1) b[i] = a[i];
    else b[i] = 0.25f * a[i - 1] + 0.5f * a[i] + 0.25f * a[i + 1];
  }
}

//@ requires n >= 2 && n <= blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 < i < n - 1 ==> b[i] == 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
__global__ void blur_off_by_one(float *b, const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (i == 0 || i >= n - 2) b[i] = a[i];
    else b[i] = 0.25f * a[i - 1] + 0.5f * a[i] + 0.25f * a[i + 1];
  }
}

//@ requires w == blockDim.x * gridDim.x && h == blockDim.y * gridDim.y;
//@ ensures \forall integer r, c; 0 < r < h - 1 && 0 < c < w - 1 ==>
//@   b[w * r + c] == a[w * r + c - 1] + a[w * r + c + 1] + a[w * (r - 1) + c] + a[w * (r + 1) + c] - 4 * a[w * r + c];
__global__ void laplace(float *b, const float *a, int w, int h) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r > 0 && r < h - 1 && c > 0 && c < w - 1)
    b[w * r + c] = a[w * r + c - 1] + a[w * r + c + 1] + a[w * r + c - w] + a[w * r + c + w] - 4.0f * a[w * r + c];
}

//@ requires w == blockDim.x * gridDim.x && h == blockDim.y * gridDim.y;
//@ ensures \forall integer r, c; 0 < r < h - 1 && 0 < c < w - 1 ==>
//@   b[w * r + c] == a[w * r + c - 1] + a[w * r + c + 1] + a[w * (r - 1) + c] + a[w * (r + 1) + c] - 4 * a[w * r + c];
__global__ void laplace_column(float *b, const float *a, int w, int h) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r > 0 && r < h - 1 && c > 0 && c < w - 1)
    b[w * r + c] = a[w * r + c - 1] + a[w * r + c + 1] + a[w * r + c - h] + a[w * r + c + h] - 4.0f * a[w * r + c];
}

//@ requires n == blockDim.x && gridDim.x == 1;
//@ ensures \forall integer i; 0 <= i < n ==> a[i] == \old(a[n - 1 - i]);
__global__ void reverse_block(int *a, int n) {
  extern __shared__ int s[];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[n - 1 - threadIdx.x];
}

//@ requires n == blockDim.x && gridDim.x == 1;
//@ ensures \forall integer i; 0 <= i < n ==> a[i] == \old(a[n - 1 - i]);
__global__ void reverse_block_wrong(int *a, int n) {
  extern __shared__ int s[];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x];
}

//@ requires n <= blockDim.x * gridDim.x;
//@ requires \forall integer i; 0 <= i < n ==> 0 <= p[i] < n;
//@ ensures \forall integer i; 0 <= i < n ==> b[i] == a[p[i]];
__global__ void gather(int *b, const int *a, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[p[i]];
}

//@ requires n <= blockDim.x * gridDim.x;
//@ ensures \forall integer i; 0 <= i < n ==> b[i] == a[p[i]];
__global__ void gather_direct(int *b, const int *a, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[i];
}
