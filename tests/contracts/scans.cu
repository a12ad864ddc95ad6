//@ kernel: inclusive proved
//@ kernel: exclusive proved
//@ kernel: reduced proved
//@ kernel: inclusive_from_two refuted
//@ kernel: exclusive_of_next refuted
//@ kernel: mixed_signs unproved
//@ kernel: in_unsigned unproved
// Prefix sums and reductions in shared memory: what they leave is a sum of what was stored before.

//@ requires gridDim.x == 1 && blockDim.y == 1 && blockDim.z == 1;
//@ ensures \forall integer i; 0 <= i < blockDim.x ==> out[i] == \sum(0, i, \lambda integer k; in[k]);
__global__ void inclusive(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    int below = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += below;
    __syncthreads();
  }
  out[t] = s[t];
}

//@ requires gridDim.x == 1 && blockDim.y == 1 && blockDim.z == 1 && (blockDim.x & (blockDim.x - 1)) == 0;
//@ ensures \forall integer i; 0 <= i < blockDim.x ==> out[i] == \sum(0, i - 1, \lambda integer k; in[k]);
__global__ void exclusive(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x, n = blockDim.x;
  s[t] = in[t];
  int offset = 1;
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0)
    s[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int left = offset * (2 * t + 1) - 1, right = offset * (2 * t + 2) - 1;
      float kept = s[left];
      s[left] = s[right];
      s[right] += kept;
    }
  }
  __syncthreads();
  out[t] = s[t];
}

//@ requires blockDim.y == 1 && blockDim.z == 1 && (blockDim.x & (blockDim.x - 1)) == 0;
//@ ensures \forall integer b; 0 <= b < gridDim.x ==> out[b] == \sum(0, blockDim.x - 1, \lambda integer k; in[b * blockDim.x + k]);
__global__ void reduced(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d /= 2) {
    if (t < d)
      s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}

//@ requires gridDim.x == 1 && blockDim.y == 1 && blockDim.z == 1;
//@ ensures \forall integer i; 0 <= i < blockDim.x ==> out[i] == \sum(0, i, \lambda integer k; in[k]);
__global__ void inclusive_from_two(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int d = 2; d < blockDim.x; d *= 2) {
    int below = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += below;
    __syncthreads();
  }
  out[t] = s[t];
}

//@ requires gridDim.x == 1 && blockDim.y == 1 && blockDim.z == 1;
//@ ensures \forall integer i; 0 <= i < blockDim.x ==> out[i] == \sum(0, i - 1, \lambda integer k; in[k]);
__global__ void exclusive_of_next(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    int below = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += below;
    __syncthreads();
  }
  out[t] = s[t];
}

//@ requires gridDim.x == 1 && blockDim.y == 1 && blockDim.z == 1;
//@ ensures \forall integer i; 0 <= i < blockDim.x ==> out[i] == \sum(0, i, \lambda integer k; in[k]);
__global__ void mixed_signs(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    unsigned below = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += below;
    __syncthreads();
  }
  out[t] = s[t];
}

//@ requires gridDim.x == 1 && blockDim.y == 1 && blockDim.z == 1 && q == 7777777;
//@ ensures \forall integer i; 0 <= i < blockDim.x ==> out[i] == \sum(0, i, \lambda integer k; in[k]);
__global__ void in_unsigned(long long *out, const int *in, int q) {
  __shared__ int s[1024];
  __shared__ unsigned u[1024];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int t = threadIdx.x;
  u[t] = s[t];
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    unsigned below = t >= d ? u[t - d] : 0;
    __syncthreads();
    u[t] += below;
    __syncthreads();
  }
  out[t] = u[t];
}
