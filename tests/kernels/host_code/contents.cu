//@ revisions: good bad
//[good]@ verdict: races=proved bounds=proved assertions=proved
//[bad]@ kernel: scatter races=refuted bounds=refuted
//[bad]@ kernel: checked assertions=refuted
//[bad]@ kernel: table races=refuted
// A counterexample holds what the host code copies to the device.
#include <cassert>
#include <cstdio>
#include <cstdlib>
__global__ void scatter(int *out, const int *map) {
  out[map[threadIdx.x]] = threadIdx.x; //[bad]~ ERROR race bounds
}
__global__ void checked(const int *limit, int *out) {
  assert(*limit < 2); //[bad]~ ERROR assert
  out[threadIdx.x] = *limit;
}
__global__ void table(int *out, const int *map) {
  out[map[threadIdx.x]] = 1; //[bad]~ ERROR race
}
int main() {
  int *map = (int *)malloc(8 * sizeof(int)), *dev_map, *dev_out, *dev_limit, limit[1];
  for (int i = 0; i < 8; ++i) {
#ifdef bad
    map[i] = i / 2 + 5;
#else
    map[i] = 7 - i;
#endif
    printf("%d ", map[i]);
  }
  cudaMalloc(&dev_map, 8 * sizeof(int));
  cudaMalloc(&dev_out, 8 * sizeof(int));
  cudaMalloc(&dev_limit, sizeof(int));
  cudaMemcpy(dev_map, map, 8 * sizeof(int), cudaMemcpyHostToDevice);
  scatter<<<1, 8>>>(dev_out, dev_map);
#ifdef bad
  limit[0] = 2;
#else
  limit[0] = 1;
#endif
  cudaMemcpy(dev_limit, limit, sizeof limit, cudaMemcpyHostToDevice);
  checked<<<1, 8>>>(dev_limit, dev_out);
#ifdef bad
  const int places[] = {3, 1, 2, 3};
#else
  const int places[] = {3, 1, 2, 0};
#endif
  cudaMemcpy(dev_map, places, sizeof places, cudaMemcpyHostToDevice);
  int *dev_places;
  cudaMalloc(&dev_places, sizeof places);
  cudaMemcpy(dev_places, places, sizeof places, cudaMemcpyHostToDevice);
  table<<<1, 4>>>(dev_out, dev_places);
  free(map);
}
