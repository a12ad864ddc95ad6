//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Atomic functions that HIP has beside CUDA's. An operation of a scope orders the threads of that scope alone.
#include <hip/hip_runtime.h>

__global__ void sums(double *sum, float *fast, const double *in) {
  atomicAdd(sum, in[threadIdx.x]);
#ifdef bad
  fast[0] += 1.0f; //[bad]~ ERROR race
#else
  unsafeAtomicAdd(fast, 1.0f);
#endif
}

__global__ void scoped(unsigned *counter) {
#ifdef bad
  __hip_atomic_fetch_add(counter, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP); //[bad]~ ERROR race
#else
  __hip_atomic_fetch_add(counter, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
#endif
}

__global__ void stored(int *flag) {
#ifdef bad
  if (threadIdx.x == 0) *flag = 0; //[bad]~ ERROR race
#endif
  __hip_atomic_store(flag, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT); //[bad]~ ERROR race
}

void run(double *sum, float *fast, const double *in, unsigned *counter, int *flag) {
  sums<<<4, 64>>>(sum, fast, in);
  scoped<<<4, 64>>>(counter);
  stored<<<4, 64>>>(flag);
}
