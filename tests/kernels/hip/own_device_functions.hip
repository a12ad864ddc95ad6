//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// The file's own functions, although the headers have functions of these names and arguments.
#include <hip/hip_runtime.h>

__device__ unsigned int __lane_id() { return 7; }
__device__ unsigned int __bitextract_u32(unsigned int, unsigned int, unsigned int) { return 7; }

__global__ void own_lane(int *out) {
  out[__lane_id()] = threadIdx.x; //~ ERROR race
}

__global__ void own_bits(int *out) {
  out[__bitextract_u32(threadIdx.x, 0, 8)] = threadIdx.x; //~ ERROR race
}
