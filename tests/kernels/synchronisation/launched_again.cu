//@ revisions: once again repeated reset filled other variable variable_once flag flag_once called library member passed_over behind behind_later ones jumping
//@ verdict: races=proved
//[again]@ kernel: sums@112 races=proved
//[again]@ kernel: sums@117 races=inconclusive
//[repeated]@ verdict: races=inconclusive
//[variable]@ kernel: sums@112 races=proved
//[variable]@ kernel: sums@117 races=inconclusive
//[flag]@ kernel: sums@112 races=proved
//[flag]@ kernel: sums@117 races=inconclusive
//[called]@ verdict: races=inconclusive
//[passed_over]@ kernel: sums races=inconclusive
//[library]@ verdict: races=inconclusive
//[member]@ verdict: races=inconclusive
//[behind]@ verdict: races=inconclusive
//[behind_later]@ verdict: races=inconclusive
//[ones]@ verdict: races=inconclusive
//[jumping]@ verdict: races=inconclusive
// The last block adds the results of all blocks. A second launch finds the counter (the flag) as the first one left it.
#include <cuda_runtime.h>
#if defined(variable) || defined(variable_once) || defined(called) || defined(member) || defined(library) || defined(passed_over) || defined(jumping)
#define total_counts
__device__ unsigned total;
#endif
__global__ void sums(const float *in, float *part, float *out, unsigned *count) {
#ifdef total_counts
  count = &total;
#endif
#if defined(flag) || defined(flag_once)
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    part[0] = in[0];
    __threadfence();
    atomicExch(count, 1u);
  }
  if (threadIdx.x == 0 && blockIdx.x == 1 && atomicAdd(count, 0u) == 1u) {
    __threadfence();
    *out = part[0];
  }
#else
  if (threadIdx.x == 0) {
    part[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    if (atomicAdd(count, 1u) == gridDim.x - 1) {
      __threadfence();
      float sum = 0;
      for (int b = 0; b < gridDim.x; b++) sum += part[b];
      *out = sum;
#ifdef reset
      *count = 0;
#endif
    }
  }
#endif
}
#ifdef other
__global__ void clear(unsigned *count) { *count = 0; }
#endif
#ifdef passed_over
__global__ void twice(float *out) { out[threadIdx.x] *= 2; }
#endif
#ifdef member
struct Runs {
  const float *in;
  float *part, *out;
  void start(unsigned *count) { sums<<<64, 128>>>(in, part, out, count); }
};
#endif
#ifdef called
static void run(const float *in, float *part, float *out, unsigned *count) { sums<<<64, 128>>>(in, part, out, count); }
#endif
#ifdef library
void run(const float *in, float *part, float *out, unsigned *count) { sums<<<64, 128>>>(in, part, out, count); }
void rounds(const float *in, float *part, float *out, unsigned *count) {
  for (int i = 0; i < 10; i++) run(in, part, out, count);
}
#else
int main() {
  float *in, *part, *out;
  unsigned *count;
  cudaMalloc(&in, 64 * sizeof(float));
  cudaMalloc(&part, 64 * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMalloc(&count, 2 * sizeof(unsigned));
#ifdef called
  for (int i = 0; i < 10; i++) run(in, part, out, count);
#elif defined(member)
  Runs runs = {in, part, out};
  runs.start(count);
  runs.start(count);
#elif defined(jumping)
  int rounds = 0;
from_here:
  sums<<<64, 128>>>(in, part, out, count);
  if (++rounds < 10) goto from_here;
#elif defined(repeated) || defined(reset) || defined(filled) || defined(passed_over) || defined(behind) || defined(behind_later) || defined(ones)
  for (int i = 0; i < 10; i++) {
#ifdef filled
    cudaMemset(count, 0, sizeof(unsigned));
#endif
#ifdef behind
    cudaMemset(count + 1, 0, sizeof(unsigned));
#elif defined(behind_later)
    cudaMemsetAsync(count + 1, 0, sizeof(unsigned));
#elif defined(ones)
    cudaMemsetAsync(count, 1, sizeof(unsigned));
#endif
    sums<<<64, 128>>>(in, part, out, count);
#ifdef passed_over
    twice<<<1, 1>>>(out);
#endif
  }
#else
  sums<<<64, 128>>>(in, part, out, count);
#ifdef other
  clear<<<1, 1>>>(count);
#endif
#if defined(again) || defined(other) || defined(variable) || defined(flag)
  sums<<<64, 128>>>(in, part, out, count);
#endif
#endif
}
#endif
