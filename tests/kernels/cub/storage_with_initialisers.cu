//@ revisions: once twice
//@ flags: --grid 1
//[once]@ verdict: races=proved
//[twice]@ verdict: races=possible
// The storage of a collective has no constructors: its elements may be of a class with initial values.
#include <cub/cub.cuh>
struct Best {
  int at = -1;
  float value = -1e30f;
};
struct Better {
  __device__ Best operator()(const Best &a, const Best &b) const { return a.value > b.value ? a : b; }
};
__global__ void best(const float *in, int *out, int n) {
  typedef cub::BlockReduce<Best, 128> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  Best own;
  for (int i = threadIdx.x; i < n; i += 128)
    if (in[i] > own.value) {
      own.at = i;
      own.value = in[i];
    }
  Best all = Reduce(storage).Reduce(own, Better());
#ifdef twice
  all = Reduce(storage).Reduce(all, Better());
#endif
  if (threadIdx.x == 0) *out = all.at;
}
