//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
//[bad]@ kernel: uniform_index races=possible
// Indices and lanes by the builtins of the compiler. What `readfirstlane` gives is unknown, so that no run refutes.
#include <hip/hip_runtime.h>

__global__ void by_builtins(int *out) {
  const unsigned t = __builtin_amdgcn_workitem_id_x();
  const unsigned b = __builtin_amdgcn_workgroup_id_x();
#ifdef bad
  out[b + t] = t; //[bad]~ ERROR race
#else
  out[b * __builtin_amdgcn_workgroup_size_x() + t] = t;
#endif
}

__global__ void by_lanes(int *out) {
  const unsigned lane = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
#ifdef bad
  out[threadIdx.x / 32 * 32 + lane] = lane; //[bad]~ ERROR race
#else
  out[threadIdx.x / 64 * 64 + lane] = lane;
#endif
}

__global__ void uniform_index(int *out, const int *in) {
  const int first = __builtin_amdgcn_readfirstlane(in[0]);
#ifdef bad
  if (first >= 0) out[0] = threadIdx.x;
#else
  if (first >= 0) out[threadIdx.x] = first;
#endif
}

void run(int *out, const int *in) {
  by_builtins<<<4, 64>>>(out);
  by_lanes<<<1, 256>>>(out);
  uniform_index<<<1, 64>>>(out, in);
}
