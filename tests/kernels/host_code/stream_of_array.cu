//@ revisions: good bad
//[good]@ verdict: races=proved bounds=proved
//[bad]@ verdict: races=refuted
// The stream of a launch is an element of an array: the launch is known all the same.
// bad: The block is larger than what it works on.
#include <cuda_runtime.h>

cudaStream_t streams[4];

__global__ void fill(float *out) {
  __shared__ float row[32];
  row[threadIdx.x % 32] = 1; //[bad]~ ERROR race
  out[blockIdx.x * 32 + threadIdx.x % 32] = row[threadIdx.x % 32]; //[bad]~ ERROR race
}

void run(int n) {
  float *out;
  cudaMalloc(&out, 128 * sizeof(float));
#ifdef bad
  dim3 block(64);
#else
  dim3 block(32);
#endif
  for (int i = 0; i < 4; i++) cudaStreamCreate(&streams[i]);
  for (int i = 0; i < 4; i++) fill<<<4, block, 0, streams[i]>>>(out);
}
