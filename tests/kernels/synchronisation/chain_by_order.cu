//@ verdict: races=proved
//@ flags: --block 32 --grid 4
// Messages that are passed on, or that barriers of blocks carry to other threads, by the orders of atomic objects.
#include <cuda/std/atomic>
#include <cuda/atomic>
using cuda::std::memory_order_acq_rel;
using cuda::std::memory_order_acquire;
using cuda::std::memory_order_relaxed;
using cuda::std::memory_order_release;
#define FIRST (threadIdx.x == 0)
#define BLOCK blockIdx.x

__global__ void passed_on(int *data, cuda::std::atomic<int> *a, cuda::std::atomic<int> *b, int *out) {
    if (FIRST && BLOCK == 0) {
        data[0] = 7;
        a->store(1, memory_order_release);
    }
    if (FIRST && BLOCK == 1 && a->load(memory_order_acquire) == 1) b->store(1, memory_order_release);
    if (FIRST && BLOCK == 2 && b->load(memory_order_acquire) == 1) out[0] = data[0];
}
// All threads of a block write, its first thread releases; the first thread of the other block acquires, all read.
__global__ void of_blocks(int *data, bool *ready, int *out) {
    __shared__ bool seen;
    cuda::std::atomic_ref<bool> flag(*ready);
    if (BLOCK == 0) {
        data[threadIdx.x] = 7;
        __syncthreads();
        if (FIRST) flag = true;
    }
    if (BLOCK == 1) {
        if (FIRST) seen = flag;
        __syncthreads();
        if (seen) out[threadIdx.x] = data[31 - threadIdx.x];
    }
}
__global__ void waited_for(int *data, cuda::std::atomic<int> *flag, int *out) {
    if (FIRST && BLOCK == 0) {
        data[0] = 7;
        flag->store(1, memory_order_release);
        flag->notify_all();
    }
    if (FIRST && BLOCK == 1) {
        flag->wait(0, memory_order_acquire);
        out[0] = data[0];
    }
}
// The order of a compare-and-swap that succeeds.
__global__ void taken(int *data, cuda::std::atomic<int> *flag, int *out) {
    int ready = 1;
    if (FIRST && BLOCK == 0) {
        data[0] = 7;
        flag->store(1, memory_order_release);
    }
    if (FIRST && BLOCK == 1 && flag->compare_exchange_strong(ready, 2, memory_order_acq_rel, memory_order_relaxed)) {
        out[0] = data[0];
    }
}
