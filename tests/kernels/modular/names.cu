//@ flags: --modular
//@ verdict: races=inconclusive
//@ kernel: own_lane contract=refuted
//@ kernel: lane_of contract=proved
//@ kernel: own_extents contract=refuted
// Variables with the names of what the launch gives are variables of the function.

//@ ensures \result == 5; //~ ERROR ensures
__device__ unsigned own_lane() {
  unsigned lane = 5, l;
  asm("mov.u32 %0, %%laneid;" : "=r"(l));
  return l + lane - lane;
}

//@ ensures \result < 32;
__device__ unsigned lane_of() {
  unsigned lane = 77, l;
  asm("mov.u32 %0, %%laneid;" : "=r"(l));
  return lane == 77 ? l : lane;
}

//@ ensures \result == blockDim.x; //~ ERROR ensures
__device__ unsigned own_extents() {
  dim3 blockDim(3, 3, 3);
  return blockDim.x;
}

__global__ void k(unsigned *a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = own_lane() + lane_of() + own_extents();
}
