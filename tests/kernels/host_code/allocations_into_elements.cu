//@ revisions: good element managed pitch first
//[element,managed,pitch,first]@ verdict: races=refuted
//[good]@ verdict: races=proved
// An allocating function stores the address, and the pitch, to the place that it is given.
#include <cstdlib>
__global__ void mark(int *out, const size_t *rows) {
  if (rows[threadIdx.x & 1] != 0) out[0] = threadIdx.x; //[element,managed,pitch,first]~ ERROR race
}
int main() {
  float **rows = (float **)calloc(2, sizeof(float *)), *other;
  size_t *device, pitches[2] = {0, 0};
  int *out;
#if defined(good)
  cudaMalloc(&other, 64);
#elif defined(element)
  for (int i = 0; i < 2; i++) cudaMalloc(&rows[i], 64);
#elif defined(managed)
  cudaMallocManaged((void **)(rows + 1), 64);
#elif defined(first)
  cudaMalloc(rows, 64);
#elif defined(pitch)
  cudaMallocPitch(&other, &pitches[0], 64, 4);
#endif
  cudaMalloc(&device, sizeof pitches);
  cudaMalloc(&out, sizeof(int));
#ifdef pitch
  cudaMemcpy(device, pitches, sizeof pitches, cudaMemcpyHostToDevice);
#else
  cudaMemcpy(device, rows, sizeof pitches, cudaMemcpyHostToDevice);
#endif
  mark<<<1, 2>>>(out, device);
}
