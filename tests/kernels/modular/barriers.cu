//@ flags: --modular
//@ verdict: races=proved divergence=proved bounds=proved assertions=proved
//@ kernel: mirrored contract=proved
//@ kernel: twice contract=proved
// The accesses of a function before and behind its barrier are those of the kernel before and behind the call.

//@ requires blockDim.y == 1 && blockDim.z == 1;
//@ reads in[blockIdx.x * blockDim.x + threadIdx.x];
//@ assigns s[threadIdx.x];
//@ barrier;
//@ reads s[blockDim.x - 1 - threadIdx.x];
__device__ int mirrored(int *s, const int *in) {
  s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  return s[blockDim.x - 1 - threadIdx.x];
}

//@ requires blockDim.y == 1 && blockDim.z == 1;
//@ assigns s[threadIdx.x];
//@ barrier;
//@ reads s[(threadIdx.x + 1) % blockDim.x];
//@ barrier;
//@ assigns s[threadIdx.x];
//@ ensures s[threadIdx.x] == v;
__device__ int twice(int *s, int v) {
  s[threadIdx.x] = 2 * v;
  __syncthreads();
  int next = s[(threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  s[threadIdx.x] = v;
  return next;
}

//@ requires blockDim.x == 64 && blockDim.y == 1 && blockDim.z == 1;
__global__ void mirror(int *out, const int *in) {
  __shared__ int s[64];
  int v = mirrored(s, in);
  __syncthreads();
  v += mirrored(s, in);
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

//@ requires blockDim.x == 64 && blockDim.y == 1 && blockDim.z == 1;
__global__ void neighbours(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = 0;
  int v = twice(s, threadIdx.x);
  __assert(s[threadIdx.x] == threadIdx.x);
  out[blockIdx.x * blockDim.x + threadIdx.x] = v + s[threadIdx.x];
}
