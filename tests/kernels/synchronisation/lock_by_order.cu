//@ revisions: good by_swap flag relaxed_take relaxed_free freed_early
//@ verdict: races=proved
//[relaxed_take]@ verdict: races=refuted
//[relaxed_free]@ verdict: races=refuted
//[freed_early]@ verdict: races=refuted
// A lock whose taking acquires and whose freeing releases.
#include <cuda/atomic>
#define SCOPE cuda::thread_scope_device
#ifdef relaxed_take
#define ACQUIRE cuda::memory_order_relaxed
#else
#define ACQUIRE cuda::memory_order_acquire
#endif
#ifdef relaxed_free
#define RELEASE cuda::memory_order_relaxed
#else
#define RELEASE cuda::memory_order_release
#endif
#ifdef flag
__global__ void k(cuda::atomic_flag<SCOPE> *lock, int *sum) {
    if (threadIdx.x != 0) return;
    while (lock->test_and_set(ACQUIRE)) {
    }
    sum[0] += 1;
    lock->clear(RELEASE);
}
#else
__global__ void k(cuda::atomic<int, SCOPE> *lock, int *sum) {
    if (threadIdx.x != 0) return;
#ifdef by_swap
    int free;
    do {
        free = 0;
    } while (!lock->compare_exchange_weak(free, 1, ACQUIRE, cuda::memory_order_relaxed));
#else
    while (lock->exchange(1, ACQUIRE) != 0) {
    }
#endif
#ifdef freed_early
    lock->store(0, RELEASE);
#endif
    sum[0] += 1;  //[relaxed_take,relaxed_free,freed_early]~ ERROR race
#ifndef freed_early
    lock->store(0, RELEASE);
#endif
}
#endif
