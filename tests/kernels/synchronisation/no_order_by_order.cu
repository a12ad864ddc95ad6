//@ verdict: races=!proved
//@ flags: --block 32 --grid 4
// Orders of atomic objects that look like those of a message, a counter or a lock and are none.
#include <cuda/atomic>
using cuda::memory_order_acquire;
using cuda::memory_order_relaxed;
using cuda::memory_order_release;
typedef cuda::atomic<int, cuda::thread_scope_device> flag_type;
#define FIRST (threadIdx.x == 0)
#define BLOCK blockIdx.x

// The release orders what comes before it for who reads this flag, and not for who reads the next one.
__global__ void release_of_another_flag(int *data, flag_type *a, flag_type *b, int *out) {
    if (FIRST && BLOCK == 0) {
        data[0] = 7;
        a->store(1, memory_order_release);
        b->store(1, memory_order_relaxed);
    }
    if (FIRST && BLOCK == 1 && b->load(memory_order_acquire) == 1) out[0] = data[0];
}
// The thread in the middle acquires and does not release.
__global__ void middle_does_not_release(int *data, flag_type *a, flag_type *b, int *out) {
    if (FIRST && BLOCK == 0) {
        data[0] = 7;
        a->store(1, memory_order_release);
    }
    if (FIRST && BLOCK == 1 && a->load(memory_order_acquire) == 1) b->store(1, memory_order_relaxed);
    if (FIRST && BLOCK == 2 && b->load(memory_order_acquire) == 1) out[0] = data[0];
}
// The thread in the middle releases and does not acquire.
__global__ void middle_does_not_acquire(int *data, flag_type *a, flag_type *b, int *out) {
    if (FIRST && BLOCK == 0) {
        data[0] = 7;
        a->store(1, memory_order_release);
    }
    if (FIRST && BLOCK == 1 && a->load(memory_order_relaxed) == 1) b->store(1, memory_order_release);
    if (FIRST && BLOCK == 2 && b->load(memory_order_acquire) == 1) out[0] = data[0];
}
// A compare-and-swap that fails is relaxed here.
__global__ void failure_is_relaxed(int *data, flag_type *flag, int *out) {
    if (FIRST && BLOCK == 0) {
        data[0] = 7;
        flag->store(1, memory_order_release);
    }
    int expected = 2;
    if (FIRST && BLOCK == 1 && !flag->compare_exchange_strong(expected, 2, memory_order_acquire, memory_order_relaxed)) {
        if (expected == 1) out[0] = data[0];
    }
}
// The fence of the first thread is no sequentially consistent one, so that it releases nothing for the second one.
__global__ void fence_of_another_thread(int *data, flag_type *flag, int *out) {
    if (BLOCK == 0) {
        if (FIRST) {
            data[0] = 7;
            cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
        }
        __syncthreads();
        if (threadIdx.x == 1) flag->store(1, memory_order_relaxed);
    }
    if (FIRST && BLOCK == 1 && flag->load(memory_order_acquire) == 1) out[0] = data[0];
}
// Each block frees the lock without a release: who takes it next acquires nothing of the holder before the last one.
__global__ void lock_is_not_passed_on(flag_type *lock, int *data) {
    if (!FIRST) return;
    while (lock->exchange(1, memory_order_acquire) != 0) {
    }
    data[0] += 1;
    lock->store(0, memory_order_relaxed);
}
