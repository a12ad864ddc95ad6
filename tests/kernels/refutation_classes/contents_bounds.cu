// Accesses out of bounds that take elements out of range, and such that do not.
//@ kernel: gather bounds=depends-on-contents
//@ kernel: gather_next bounds=refuted
#include <cuda_runtime.h>

__global__ void gather(int *out, const int *in, const int *idx, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[idx[i]]; //~ ERROR bounds
}

__global__ void gather_next(int *out, const int *in, const int *idx, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[idx[i] + m]; //~ ERROR bounds
}

void run(const int *host, int n, int m) {
  int *out, *in, *idx;
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&in, m * sizeof(int));
  cudaMalloc(&idx, n * sizeof(int));
  cudaMemcpy(idx, host, n * sizeof(int), cudaMemcpyHostToDevice);
  gather<<<(n + 255) / 256, 256>>>(out, in, idx, n, m);
  gather_next<<<(n + 255) / 256, 256>>>(out, in, idx, n, m);
}
