//@ kernel: greatest_so_far proved
//@ kernel: greatest_before proved
//@ kernel: least_of_block proved
//@ kernel: greatest_real proved
//@ kernel: product_of_block proved
//@ kernel: greatest_but_zero unproved
//@ kernel: greatest_without_sign unproved
//@ kernel: least_for_greatest refuted
//@ kernel: greatest_of_all_but_last refuted
// Scans and reductions by the greatest and the least element, and by the product.

//@ requires gridDim.x == 1 && blockDim.y == 1 && blockDim.z == 1;
//@ ensures \forall integer i; 0 <= i < blockDim.x ==> out[i] == \max(0, i, \lambda integer k; in[k]);
__global__ void greatest_so_far(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    int below = t >= d ? s[t - d] : -2147483647 - 1;
    __syncthreads();
    s[t] = max(s[t], below);
    __syncthreads();
  }
  out[t] = s[t];
}

//@ requires gridDim.x == 1 && blockDim.y == 1 && blockDim.z == 1 && (blockDim.x & (blockDim.x - 1)) == 0;
//@ ensures \forall integer i; 1 <= i < blockDim.x ==> out[i] == \max(0, i - 1, \lambda integer k; in[k]);
__global__ void greatest_before(unsigned *out, const unsigned *in) {
  __shared__ unsigned s[1024];
  int t = threadIdx.x, n = blockDim.x;
  s[t] = in[t];
  int offset = 1;
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      if (s[right] < s[left]) s[right] = s[left];
    }
    offset *= 2;
  }
  if (t == 0)
    s[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      unsigned kept = s[left];
      s[left] = s[right];
      s[right] = s[right] > kept ? s[right] : kept;
    }
  }
  __syncthreads();
  out[t] = s[t];
}

//@ requires blockDim.y == 1 && blockDim.z == 1 && (blockDim.x & (blockDim.x - 1)) == 0;
//@ ensures \forall integer b; 0 <= b < gridDim.x ==> out[b] == \min(0, blockDim.x - 1, \lambda integer k; in[b * blockDim.x + k]);
__global__ void least_of_block(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d /= 2) {
    if (t < d)
      s[t] = min(s[t], s[t + d]);
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

//@ requires blockDim.y == 1 && blockDim.z == 1 && (blockDim.x & (blockDim.x - 1)) == 0;
//@ ensures \forall integer b; 0 <= b < gridDim.x ==> out[b] == \max(0, blockDim.x - 1, \lambda integer k; in[b * blockDim.x + k]);
__global__ void greatest_real(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d /= 2) {
    if (t < d)
      s[t] = fmaxf(s[t], s[t + d]);
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

//@ requires blockDim.y == 1 && blockDim.z == 1 && (blockDim.x & (blockDim.x - 1)) == 0;
//@ ensures \forall integer b; 0 <= b < gridDim.x ==> out[b] == \prod(0, blockDim.x - 1, \lambda integer k; in[b * blockDim.x + k]);
__global__ void product_of_block(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    if (t % (2 * d) == 0)
      s[t] *= s[t + d];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

//@ requires gridDim.x == 1 && blockDim.y == 1 && blockDim.z == 1;
//@ ensures \forall integer i; 0 <= i < blockDim.x ==> out[i] == \max(0, i, \lambda integer k; in[k]);
__global__ void greatest_but_zero(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    int below = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] = max(s[t], below);
    __syncthreads();
  }
  out[t] = s[t];
}

//@ requires gridDim.x == 1 && blockDim.y == 1 && blockDim.z == 1 && q == 7777777;
//@ ensures \forall integer i; 0 <= i < blockDim.x ==> out[i] == \max(0, i, \lambda integer k; in[k]);
__global__ void greatest_without_sign(int *out, const int *in, int q) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    unsigned below = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] = max((unsigned)s[t], below);
    __syncthreads();
  }
  out[t] = s[t];
}

//@ requires blockDim.y == 1 && blockDim.z == 1 && (blockDim.x & (blockDim.x - 1)) == 0;
//@ ensures \forall integer b; 0 <= b < gridDim.x ==> out[b] == \max(0, blockDim.x - 1, \lambda integer k; in[b * blockDim.x + k]);
__global__ void least_for_greatest(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d /= 2) {
    if (t < d)
      s[t] = s[t] < s[t + d] ? s[t] : s[t + d];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

//@ requires blockDim.y == 1 && blockDim.z == 1 && (blockDim.x & (blockDim.x - 1)) == 0;
//@ ensures \forall integer b; 0 <= b < gridDim.x ==> out[b] == \max(0, blockDim.x - 1, \lambda integer k; in[b * blockDim.x + k]);
__global__ void greatest_of_all_but_last(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d /= 2) {
    if (t < d && t + d < blockDim.x - 1)
      s[t] = max(s[t], s[t + d]);
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}
