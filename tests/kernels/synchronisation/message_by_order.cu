//@ revisions: good by_reference fences by_default relaxed_store relaxed_load both_relaxed wrong_fence no_fence
//@ flags: --block 32 --grid 2
//@ verdict: races=proved
//[relaxed_store]@ verdict: races=refuted
//[relaxed_load]@ verdict: races=refuted
//[both_relaxed]@ verdict: races=refuted
//[wrong_fence]@ verdict: races=refuted
//[no_fence]@ verdict: races=refuted
// Thread 0 of block 0 gives a number to thread 0 of block 1 by the order of an atomic object, or by fences around it.
#include <cuda/atomic>
#define SCOPE cuda::thread_scope_device
#if defined(relaxed_store) || defined(both_relaxed) || defined(fences) || defined(wrong_fence) || defined(no_fence)
#define RELEASE cuda::memory_order_relaxed
#else
#define RELEASE cuda::memory_order_release
#endif
#if defined(relaxed_load) || defined(both_relaxed) || defined(fences) || defined(wrong_fence) || defined(no_fence)
#define ACQUIRE cuda::memory_order_relaxed
#else
#define ACQUIRE cuda::memory_order_acquire
#endif
#ifdef by_reference
typedef int flag_type;
#define FLAG(F) cuda::atomic_ref<int, SCOPE>(F)
#else
typedef cuda::atomic<int, SCOPE> flag_type;
#define FLAG(F) (F)
#endif
#ifdef wrong_fence
#define BEFORE cuda::memory_order_acquire
#else
#define BEFORE cuda::memory_order_release
#endif
__global__ void k(int *data, flag_type *flag, int *out) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        data[0] = 7;  //[relaxed_store,relaxed_load,both_relaxed,wrong_fence,no_fence]~ ERROR race
#if defined(fences) || defined(wrong_fence)
        cuda::atomic_thread_fence(BEFORE, cuda::thread_scope_device);
#endif
#ifdef by_default
        *flag = 1;
#else
        FLAG(*flag).store(1, RELEASE);
#endif
    }
    if (threadIdx.x == 0 && blockIdx.x == 1) {
#if defined(by_default)
        if (*flag == 1) {
#else
        if (FLAG(*flag).load(ACQUIRE) == 1) {
#endif
#if defined(fences) || defined(wrong_fence) || defined(no_fence)
            cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
#endif
            out[0] = data[0];  //[relaxed_store,relaxed_load,both_relaxed,wrong_fence,no_fence]~ ERROR race
        }
    }
}
