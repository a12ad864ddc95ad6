//@ revisions: good nvidia no_order release_only acquire_only
//@ verdict: races=proved
//[no_order]@ verdict: races=refuted
//[release_only]@ verdict: races=refuted
//[acquire_only]@ verdict: races=refuted
// The last block to finish adds what all blocks have left. Its addition acquires what the others have released.
#include <cuda/atomic>
#if defined(no_order)
#define ORDER relaxed
#elif defined(release_only)
#define ORDER release
#elif defined(acquire_only)
#define ORDER acquire
#else
#define ORDER acq_rel
#endif
#define SCOPE cuda::thread_scope_device
#define PASTE(A, B) A##B
#define NAMED(ORDER) PASTE(cuda::memory_order_, ORDER)
__global__ void k(const int *in, int *partial, unsigned *count, int *out) {
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = in[blockIdx.x];  //[no_order,release_only,acquire_only]~ ERROR race
#ifdef nvidia
        unsigned value = __nv_atomic_fetch_add(count, 1u, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
#else
        unsigned value = cuda::atomic_ref<unsigned, SCOPE>(*count).fetch_add(1, NAMED(ORDER));
#endif
        is_last = value == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0) {
        int sum = 0;
        for (int b = 0; b < gridDim.x; b++) sum += partial[b];  //[no_order,release_only,acquire_only]~ ERROR race
        *out = sum;
    }
}
