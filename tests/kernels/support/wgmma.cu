//@ flags: --block 64 --grid 4
//@ verdict: races=unsupported
// Products of matrices by groups of warps are not modelled.
__global__ void group(float *out) {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}
