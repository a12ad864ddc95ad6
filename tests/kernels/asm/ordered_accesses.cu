//@ revisions: good fence relaxed_store relaxed_load cta_scope cta_fence may_move
//@ flags: --block 32 --grid 2
//@ verdict: races=proved
//[relaxed_store]@ verdict: races=refuted
//[relaxed_load]@ verdict: races=refuted
//[cta_scope]@ verdict: races=refuted
//[cta_fence]@ verdict: races=refuted
//[may_move]@ verdict: races=inconclusive
// Orders and scopes of instructions: thread 0 of block 0 gives a number to thread 0 of block 1. Without the clobber of memory
// the compiler may move the store behind the statement, which a simulation does not do.
#if defined(fence) || defined(cta_fence)
#define STORE "st.relaxed.gpu.global.u32"
#define LOAD "ld.relaxed.gpu.global.u32"
#elif defined(relaxed_store)
#define STORE "st.relaxed.gpu.global.u32"
#define LOAD "ld.acquire.gpu.global.u32"
#elif defined(relaxed_load)
#define STORE "st.release.gpu.global.u32"
#define LOAD "ld.relaxed.gpu.global.u32"
#elif defined(cta_scope)
#define STORE "st.release.cta.global.u32"
#define LOAD "ld.acquire.cta.global.u32"
#else
#define STORE "st.release.gpu.global.u32"
#define LOAD "ld.acquire.gpu.global.u32"
#endif
#ifdef cta_fence
#define FENCE "fence.acq_rel.cta;"
#else
#define FENCE "fence.acq_rel.gpu;"
#endif
__global__ void k(int *data, unsigned *flag, int *out) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        data[0] = 7;  //[relaxed_store,relaxed_load,cta_scope,cta_fence]~ ERROR race
#if defined(fence) || defined(cta_fence)
        asm volatile(FENCE ::: "memory");
#endif
#ifdef may_move
        asm volatile(STORE " [%0], %1;" : : "l"(flag), "r"(1u));
#else
        asm volatile(STORE " [%0], %1;" : : "l"(flag), "r"(1u) : "memory");  //[cta_scope]~ ERROR race
#endif
    }
    if (threadIdx.x == 0 && blockIdx.x == 1) {
        unsigned value;
        asm volatile(LOAD " %0, [%1];" : "=r"(value) : "l"(flag) : "memory");  //[cta_scope]~ ERROR race
#if defined(fence) || defined(cta_fence)
        asm volatile(FENCE ::: "memory");
#endif
        if (value == 1) out[0] = data[0];  //[relaxed_store,relaxed_load,cta_scope,cta_fence]~ ERROR race
    }
}
