//@ flags: --block 256 --grid 2
//@ verdict: races=proved
// An assumption that relates neighbouring elements for every thread holds for a sorted array.
__global__ void search(unsigned *found, const unsigned *sorted, unsigned key) {
  unsigned low = 1024 * (blockIdx.x * blockDim.x + threadIdx.x);
  __builtin_assume(sorted[low] < sorted[low + 1023]);
  __builtin_assume(sorted[low + 1023] < sorted[low + 1024]);
  found[blockIdx.x * blockDim.x + threadIdx.x] = sorted[low] <= key && key <= sorted[low + 1023];
}
