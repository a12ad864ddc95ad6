//@ flags: --block 64 --grid 4
//@ verdict: races=proved
// Atomic objects of libcu++.
#include <cuda/atomic>
__global__ void count(int *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  cuda::atomic_ref<int, cuda::thread_scope_device> ref(*total);
  if (i < n) ref.fetch_add(1, cuda::memory_order_relaxed);
}
