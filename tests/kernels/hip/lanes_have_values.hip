//@ verdict: assertions=refuted
//@ kernel: lane_number assertions=proved
//@ kernel: number_of_lanes assertions=proved
// Runs know the values of all 64 lanes.
#include <cassert>
#include <hip/hip_runtime.h>

__global__ void upper_half_votes() {
  const unsigned long long votes = __ballot(threadIdx.x >= 32);
  assert(votes >> 32 == 0); //~ ERROR assert
}

__global__ void lane_of_upper_half() {
  const int from = __shfl(static_cast<int>(threadIdx.x), 40);
  assert(from < 32); //~ ERROR assert
}

__global__ void all_lanes_vote() {
  assert(__popcll(__ballot(1)) == 32); //~ ERROR assert
}

__global__ void segments() {
  const int from = __shfl_down(static_cast<int>(threadIdx.x), 16, 32);
  assert(from == threadIdx.x + 16); //~ ERROR assert
}

__global__ void lane_number() { assert(__lane_id() == threadIdx.x % 64); }

__global__ void number_of_lanes() { assert(warpSize == 64 && __builtin_amdgcn_wavefrontsize() == 64); }

void run() {
  upper_half_votes<<<1, 64>>>();
  lane_of_upper_half<<<1, 64>>>();
  all_lanes_vote<<<1, 64>>>();
  segments<<<1, 64>>>();
  lane_number<<<2, 256>>>();
  number_of_lanes<<<1, 64>>>();
}
