//@ revisions: good bad
//[good]@ verdict: assertions=proved
//[good]@ gap: assertions=possible tables of more than 24 runs of equal elements are not known in proofs
//[bad]@ verdict: assertions=refuted
// Contents that are known and too many to be told in proofs are still those of every counterexample.
#include <cassert>
#include <cstdlib>
__global__ void less(const int *p) { assert(p[threadIdx.x] < 2); } //[bad]~ ERROR assert
int main() {
  int *h = (int *)malloc(64 * sizeof(int)), *d;
  for (int i = 0; i < 64; i++) h[i] = i % 2;
#ifdef bad
  h[17] = 2;
#endif
  cudaMalloc(&d, 64 * sizeof(int));
  cudaMemcpy(d, h, 64 * sizeof(int), cudaMemcpyHostToDevice);
  less<<<1, 64>>>(d);
}
