//@ kernel: diffusion1d proved
//@ kernel: diffusion1d_wrong_border refuted
//@ kernel: diffusion1d_no_barrier unproved
// One step of diffusion with a tile and its borders in shared memory (Kojima et al., appendix A.3).

/*@ requires n == blockDim.x * gridDim.x && n > 1;
  @ ensures fn[0] == c0 * (f[0] + f[1]) + c1 * f[0];
  @ ensures fn[n - 1] == c0 * (f[n - 2] + f[n - 1]) + c1 * f[n - 1];
  @ ensures \forall integer j; 0 < j < n - 1 ==> fn[j] == c0 * (f[j - 1] + f[j + 1]) + c1 * f[j]; */
__global__ void diffusion1d(const float *f, float *fn, int n, float c0, float c1) {
  extern __shared__ float tile[];
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  tile[threadIdx.x + 1] = f[i];
  if (threadIdx.x == 0) {
    tile[0] = blockIdx.x == 0 ? f[i] : f[i - 1];
  }
  if (threadIdx.x == blockDim.x - 1) {
    tile[threadIdx.x + 2] = blockIdx.x == gridDim.x - 1 ? f[i] : f[i + 1];
  }
  __syncthreads();
  fn[i] = c0 * (tile[threadIdx.x] + tile[threadIdx.x + 2]) + c1 * tile[threadIdx.x + 1];
}

/*@ requires n == blockDim.x * gridDim.x && n > 1;
  @ ensures fn[0] == c0 * (f[0] + f[1]) + c1 * f[0];
  @ ensures fn[n - 1] == c0 * (f[n - 2] + f[n - 1]) + c1 * f[n - 1];
  @ ensures \forall integer j; 0 < j < n - 1 ==> fn[j] == c0 * (f[j - 1] + f[j + 1]) + c1 * f[j]; */
__global__ void diffusion1d_wrong_border(const float *f, float *fn, int n, float c0, float c1) {
  extern __shared__ float tile[];
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  tile[threadIdx.x + 1] = f[i];
  if (threadIdx.x == 0) {
    tile[0] = blockIdx.x == 0 ? f[i] : f[i - 1];
  }
  if (threadIdx.x == blockDim.x - 1) {
    tile[threadIdx.x + 2] = blockIdx.x == blockDim.x - 1 ? f[i] : f[i + 1];
  }
  __syncthreads();
  fn[i] = c0 * (tile[threadIdx.x] + tile[threadIdx.x + 2]) + c1 * tile[threadIdx.x + 1];
}

/*@ requires n == blockDim.x * gridDim.x && n > 1;
  @ ensures \forall integer j; 0 < j < n - 1 ==> fn[j] == c0 * (f[j - 1] + f[j + 1]) + c1 * f[j]; */
__global__ void diffusion1d_no_barrier(const float *f, float *fn, int n, float c0, float c1) {
  extern __shared__ float tile[];
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  tile[threadIdx.x + 1] = f[i];
  if (threadIdx.x == 0) {
    tile[0] = blockIdx.x == 0 ? f[i] : f[i - 1];
  }
  if (threadIdx.x == blockDim.x - 1) {
    tile[threadIdx.x + 2] = blockIdx.x == gridDim.x - 1 ? f[i] : f[i + 1];
  }
  fn[i] = c0 * (tile[threadIdx.x] + tile[threadIdx.x + 2]) + c1 * tile[threadIdx.x + 1];
}
