//@ revisions: good bad
//[good]@ verdict: races=proved bounds=proved
//[good]@ gap: bounds=possible nothing is known in proofs of what a counter starts at
//[bad]@ verdict: races=proved bounds=refuted
// A counter that the host sets: threads store to elements from there on.
#include <cstdlib>
__global__ void append(unsigned *count, int *out) {
  unsigned at = atomicAdd(count, 1u);
  out[at] = threadIdx.x; //[bad]~ ERROR bounds
}
int main() {
  unsigned *count = (unsigned *)malloc(sizeof(unsigned)), *dev_count;
  int *dev_out;
#ifdef bad
  *count = 1;
#else
  *count = 0;
#endif
  cudaMalloc(&dev_count, sizeof(unsigned));
  cudaMalloc(&dev_out, 2 * sizeof(int));
  cudaMemcpy(dev_count, count, sizeof(unsigned), cudaMemcpyHostToDevice);
  append<<<1, 2>>>(dev_count, dev_out);
}
