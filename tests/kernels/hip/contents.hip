//@ revisions: good bad
//@ verdict: bounds=proved
//[good]@ kernel: scatter races=proved
//[good]@ kernel: count_zeros races=proved
//[bad]@ kernel: scatter races=refuted
//[bad]@ kernel: count_zeros races=refuted
// What the host copies and sets is what the kernel reads.
#include <hip/hip_runtime.h>

__global__ void scatter(int *out, const int *to) { out[to[threadIdx.x]] = threadIdx.x; } //[bad]~ ERROR race

__global__ void count_zeros(int *out, const int *flags) {
  if (flags[threadIdx.x] != 0) out[0] = threadIdx.x; //[bad]~ ERROR race
}

int main() {
  int places[4], *to, *out, *flags;
  for (int i = 0; i < 4; i++) {
#ifdef bad
    places[i] = i / 2;
#else
    places[i] = 3 - i;
#endif
  }
  hipMalloc(&out, 4 * sizeof(int));
  hipMalloc(&to, sizeof(places));
  hipMalloc(&flags, 4 * sizeof(int));
  hipMemcpy(to, places, sizeof(places), hipMemcpyHostToDevice);
#ifdef bad
  hipMemset(flags, 1, 4 * sizeof(int));
#else
  hipMemset(flags, 0, 4 * sizeof(int));
#endif
  scatter<<<1, 4>>>(out, to);
  count_zeros<<<1, 4>>>(out, flags);
}
