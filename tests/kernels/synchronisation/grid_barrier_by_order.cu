//@ revisions: good relaxed_arrival relaxed_wait no_second_barrier
//@ verdict: races=proved
//[relaxed_arrival]@ verdict: races=refuted
//[relaxed_wait]@ verdict: races=refuted
//[no_second_barrier]@ verdict: races=refuted
//@ flags: --block 32 --grid 4
// A barrier of the whole grid by an atomic object, used once.
#include <cuda/atomic>
#define SCOPE cuda::thread_scope_device
#ifdef relaxed_arrival
#define RELEASE cuda::memory_order_relaxed
#else
#define RELEASE cuda::memory_order_release
#endif
#ifdef relaxed_wait
#define ACQUIRE cuda::memory_order_relaxed
#else
#define ACQUIRE cuda::memory_order_acquire
#endif
__global__ void k(int *in, int *out, cuda::atomic<unsigned, SCOPE> *arrived) {
    int b = blockIdx.x, t = threadIdx.x;
    in[b * 32 + t] = t;  //[relaxed_arrival,relaxed_wait,no_second_barrier]~ ERROR race
    __syncthreads();
    if (t == 0) {
        arrived->fetch_add(1, RELEASE);
        while (arrived->load(ACQUIRE) < gridDim.x) {
        }
    }
#ifndef no_second_barrier
    __syncthreads();
#endif
    out[b * 32 + t] = in[(b + 1) % 4 * 32 + t];  //[relaxed_arrival,relaxed_wait,no_second_barrier]~ ERROR race
}
