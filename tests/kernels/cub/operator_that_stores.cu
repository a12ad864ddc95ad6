//@ verdict: races=!proved
// Any thread may apply the operator.
#include <cub/cub.cuh>

struct Operator {
  int *p;
  __device__ int operator()(int a, int b) const {
    p[0] = a;
    return a + b;
  }
};
__global__ void k(int *out, const int *in) {
  typedef cub::BlockReduce<int, 64> Reduce;
  __shared__ Reduce::TempStorage storage;
  int sum = Reduce(storage).Reduce(in[threadIdx.x], Operator{out});
  if (threadIdx.x == 0) out[1] = sum;
}
void launch(int *out, const int *in) { k<<<1, 64>>>(out, in); }
