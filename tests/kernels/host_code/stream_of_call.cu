//@ revisions: good lent captured outer
//[good]@ verdict: races=proved
//[lent]@ verdict: races=!proved
//[captured]@ verdict: races=!proved
//[outer]@ verdict: races=!proved
// A function gives the stream of a launch. The extents do not depend on it.
// lent, captured, outer: The function changes the extent, before or after it is read.
#include <cuda_runtime.h>

struct Context {
  cudaStream_t stream;
  cudaStream_t get() const { return stream; }
};

int width = 32;

cudaStream_t widen(int *extent, const Context &context) {
  *extent = 64;
  return context.stream;
}

__global__ void fill(float *out) {
  __shared__ float row[32];
  row[threadIdx.x % 32] = 1;
  out[blockIdx.x * 32 + threadIdx.x % 32] = row[threadIdx.x % 32];
}

void run(float *out, const Context &context) {
  int extent = 32;
#ifdef lent
  fill<<<4, extent, 0, widen(&extent, context)>>>(out);
  return;
#endif
#ifdef captured
  auto stream = [&] {
    extent = 64;
    return context.stream;
  };
  fill<<<4, extent, 0, stream()>>>(out);
  return;
#endif
#ifdef outer
  fill<<<4, width, 0, widen(&width, context)>>>(out);
  return;
#endif
  fill<<<4, extent, 0, context.get()>>>(out);
}
