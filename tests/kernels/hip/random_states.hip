//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// States of hipRAND are read and written like those of cuRAND.
#include <hip/hip_runtime.h>
#include <hiprand/hiprand_kernel.h>

__global__ void sample(hiprandState_t *states, float *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef bad
  hiprandState_t *own = &states[threadIdx.x];
#else
  hiprandState_t *own = &states[i];
#endif
  out[i] = hiprand_uniform(own); //[bad]~ ERROR race
}

void run(hiprandState_t *states, float *out) { sample<<<4, 64>>>(states, out); }
