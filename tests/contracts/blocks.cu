//@ kernel: dot_block proved
//@ kernel: dot_block_wrong refuted
//@ kernel: dot_stride proved
//@ kernel: max_block proved
//@ kernel: max_block_wrong refuted
//@ kernel: reduce_interleaved proved
//@ kernel: reduce_interleaved_wrong refuted
//@ kernel: scan_doubling proved
//@ kernel: scan_doubling_wrong refuted
//@ kernel: scan_tree proved
//@ kernel: scan_tree_wrong refuted
//@ kernel: residue_missing unproved
//@ kernel: residue_twice unproved
//@ kernel: one_of_eight unproved
//@ kernel: one_too_many refuted
// Dot products, reductions and scans by the threads of a block of given size.

//@ requires blockDim.x == 16 && blockDim.y == 1 && blockDim.z == 1;
//@ ensures \forall integer i; 0 <= i < gridDim.x ==> z[i] == \sum(0, 15, \lambda integer k; x[16 * i + k] * y[16 * i + k]);
__global__ void dot_block(float *z, const float *x, const float *y) {
  __shared__ float s[16];
  int t = threadIdx.x, i = 16 * blockIdx.x + t;
  s[t] = x[i] * y[i];
  __syncthreads();
  for (int d = 8; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) z[blockIdx.x] = s[0];
}

//@ requires blockDim.x == 16 && blockDim.y == 1 && blockDim.z == 1;
//@ ensures \forall integer i; 0 <= i < gridDim.x ==> z[i] == \sum(0, 15, \lambda integer k; x[16 * i + k] * y[16 * i + k]);
__global__ void dot_block_wrong(float *z, const float *x, const float *y) {
  __shared__ float s[16];
  int t = threadIdx.x, i = 16 * blockIdx.x + t;
  s[t] = x[i] * y[i];
  __syncthreads();
  for (int d = 8; d > 0; d /= 2) {
    if (t < d) s[t] += s[2 * d - 1 - t + (d == 2)];
    __syncthreads();
  }
  if (t == 0) z[blockIdx.x] = s[0];
}

//@ requires blockDim.x == 8 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1 && m >= 0;
//@ ensures z[0] == \sum(0, 8 * m - 1, \lambda integer k; x[k] * y[k]);
__global__ void dot_stride(float *z, const float *x, const float *y, int m) {
  __shared__ float s[8];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < m; k++) sum += x[8 * k + t] * y[8 * k + t];
  s[t] = sum;
  __syncthreads();
  for (int d = 4; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) z[0] = s[0];
}

//@ requires blockDim.x == 8 && blockDim.y == 1 && blockDim.z == 1;
//@ ensures \forall integer i; 0 <= i < gridDim.x ==> b[i] == \max(0, 7, \lambda integer k; a[8 * i + k]);
__global__ void max_block(float *b, const float *a) {
  __shared__ float s[8];
  int t = threadIdx.x;
  s[t] = a[8 * blockIdx.x + t];
  __syncthreads();
  for (int d = 4; d > 0; d /= 2) {
    if (t < d) s[t] = fmaxf(s[t], s[t + d]);
    __syncthreads();
  }
  if (t == 0) b[blockIdx.x] = s[0];
}

//@ requires blockDim.x == 8 && blockDim.y == 1 && blockDim.z == 1;
//@ ensures \forall integer i; 0 <= i < gridDim.x ==> b[i] == \max(0, 7, \lambda integer k; a[8 * i + k]);
__global__ void max_block_wrong(float *b, const float *a) {
  __shared__ float s[8];
  int t = threadIdx.x;
  s[t] = a[8 * blockIdx.x + t];
  __syncthreads();
  for (int d = 4; d > 0; d /= 2) {
    if (t < d && s[t + d] < s[t]) s[t] = s[t + d];
    __syncthreads();
  }
  if (t == 0) b[blockIdx.x] = s[0];
}

//@ requires blockDim.x == 8 && blockDim.y == 1 && blockDim.z == 1;
//@ ensures \forall integer i; 0 <= i < gridDim.x ==> b[i] == \sum(0, 7, \lambda integer k; a[8 * i + k]);
__global__ void reduce_interleaved(int *b, const int *a) {
  __shared__ int s[8];
  int t = threadIdx.x;
  s[t] = a[8 * blockIdx.x + t];
  __syncthreads();
  for (int d = 1; d < 8; d *= 2) {
    if (t % (2 * d) == 0) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) b[blockIdx.x] = s[0];
}

//@ requires blockDim.x == 8 && blockDim.y == 1 && blockDim.z == 1;
//@ ensures \forall integer i; 0 <= i < gridDim.x ==> b[i] == \sum(0, 7, \lambda integer k; a[8 * i + k]);
__global__ void reduce_interleaved_wrong(int *b, const int *a) {
  __shared__ int s[8];
  int t = threadIdx.x;
  s[t] = a[8 * blockIdx.x + t];
  __syncthreads();
  for (int d = 1; d < 4; d *= 2) {
    if (t % (2 * d) == 0) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) b[blockIdx.x] = s[0];
}

//@ requires blockDim.x == 8 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1;
//@ ensures \forall integer i; 0 <= i < 8 ==> b[i] == \sum(0, i, \lambda integer k; a[k]);
__global__ void scan_doubling(int *b, const int *a) {
  __shared__ int s[8];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  for (int d = 1; d < 8; d *= 2) {
    int v = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  b[t] = s[t];
}

//@ requires blockDim.x == 8 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1;
//@ ensures \forall integer i; 0 <= i < 8 ==> b[i] == \sum(0, i, \lambda integer k; a[k]);
__global__ void scan_doubling_wrong(int *b, const int *a) {
  __shared__ int s[8];
  int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  for (int d = 1; d < 8; d *= 2) {
    int v = t > d ? s[t - d] : 0;
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  b[t] = s[t];
}

//@ requires blockDim.x == 4 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1;
//@ ensures \forall integer i; 0 <= i < 8 ==> b[i] == \sum(0, i - 1, \lambda integer k; a[k]);
__global__ void scan_tree(int *b, const int *a) {
  __shared__ int s[8];
  int t = threadIdx.x, o = 1;
  s[2 * t] = a[2 * t];
  s[2 * t + 1] = a[2 * t + 1];
  for (int d = 4; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) s[o * (2 * t + 2) - 1] += s[o * (2 * t + 1) - 1];
    o *= 2;
  }
  if (t == 0) s[7] = 0;
  for (int d = 1; d < 8; d *= 2) {
    o /= 2;
    __syncthreads();
    if (t < d) {
      int left = o * (2 * t + 1) - 1, right = o * (2 * t + 2) - 1;
      int v = s[left];
      s[left] = s[right];
      s[right] += v;
    }
  }
  __syncthreads();
  b[2 * t] = s[2 * t];
  b[2 * t + 1] = s[2 * t + 1];
}

//@ requires blockDim.x == 4 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1;
//@ ensures \forall integer i; 0 <= i < 8 ==> b[i] == \sum(0, i, \lambda integer k; a[k]);
__global__ void scan_tree_wrong(int *b, const int *a) {
  __shared__ int s[8];
  int t = threadIdx.x, o = 1;
  s[2 * t] = a[2 * t];
  s[2 * t + 1] = a[2 * t + 1];
  for (int d = 4; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) s[o * (2 * t + 2) - 1] += s[o * (2 * t + 1) - 1];
    o *= 2;
  }
  if (t == 0) s[7] = 0;
  for (int d = 1; d < 8; d *= 2) {
    o /= 2;
    __syncthreads();
    if (t < d) {
      int left = o * (2 * t + 1) - 1, right = o * (2 * t + 2) - 1;
      int v = s[left];
      s[left] = s[right];
      s[right] += v;
    }
  }
  __syncthreads();
  b[2 * t] = s[2 * t];
  b[2 * t + 1] = s[2 * t + 1];
}

// A residue is missing, or taken twice. No run is that long.
//@ requires blockDim.x == 8 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1 && m >= 20000000;
//@ ensures z[0] == \sum(0, 8 * m - 1, \lambda integer k; x[k]);
__global__ void residue_missing(float *z, const float *x, int m) {
  __shared__ float s[8];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < m; k++) sum += x[8 * k + t];
  s[t] = sum;
  __syncthreads();
  if (t == 0) z[0] = s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6];
}

//@ requires blockDim.x == 8 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1 && m >= 20000000;
//@ ensures z[0] == \sum(0, 8 * m - 1, \lambda integer k; x[k]);
__global__ void residue_twice(float *z, const float *x, int m) {
  __shared__ float s[8];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < m; k++) sum += x[8 * k + (t == 3 ? 4 : t)];
  s[t] = sum;
  __syncthreads();
  if (t == 0) z[0] = s[0] + s[1] + s[2] + s[3] + s[4] + s[5] + s[6] + s[7];
}

//@ requires blockDim.x == 8 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1 && n >= 20000000;
//@ ensures \forall integer i; 0 <= i < 8 ==> b[i] == i * n;
__global__ void one_of_eight(int *b, int n) {
  int t = threadIdx.x;
  b[t] = t == 5 && n > 300000000 ? 0 : t * n;
}

//@ requires blockDim.x == 8 && blockDim.y == 1 && blockDim.z == 1 && gridDim.x == 1 && n >= 20000000;
//@ ensures \forall integer i; 0 <= i < 9 ==> b[i] == \old(b[i]) + \sum(0, i, \lambda integer k; a[k]);
__global__ void one_too_many(int *b, const int *a, int n) {
  int t = threadIdx.x;
  int sum = b[t];
  for (int k = 0; k <= t; k++) sum += a[k];
  b[t] = sum;
  if (t == 7 && n < 300000000) b[8] = b[8] + sum + a[8];
}
