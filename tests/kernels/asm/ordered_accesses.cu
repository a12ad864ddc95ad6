//@ revisions: good fences relaxed_store relaxed_load cta_scope cta_fence may_move
//@ flags: --block 32 --grid 2
//@ verdict: races=proved
//[relaxed_store]@ verdict: races=refuted
//[relaxed_load]@ verdict: races=refuted
//[cta_scope]@ verdict: races=refuted
//[cta_fence]@ verdict: races=refuted
//[may_move]@ verdict: races=inconclusive
// Orders and scopes of instructions: thread 0 of block 0 gives a number to thread 0 of block 1. Without the clobber of memory
// the compiler may move the store behind the statement, which a simulation does not do.
__global__ void k(int *data, unsigned *flag, int *out) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        data[0] = 7;  //[relaxed_store,relaxed_load,cta_scope,cta_fence]~ ERROR race
#if defined(fences)
        asm volatile("fence.acq_rel.gpu;" ::: "memory");
#elif defined(cta_fence)
        asm volatile("fence.acq_rel.cta;" ::: "memory");
#endif
#if defined(fences) || defined(cta_fence) || defined(relaxed_store)
        asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" : : "l"(flag), "r"(1u) : "memory");
#elif defined(cta_scope)
        asm volatile("st.release.cta.global.u32 [%0], %1;" : : "l"(flag), "r"(1u) : "memory");  //[cta_scope]~ ERROR race
#elif defined(may_move)
        asm volatile("st.release.gpu.global.u32 [%0], %1;" : : "l"(flag), "r"(1u));
#else
        asm volatile("st.release.gpu.global.u32 [%0], %1;" : : "l"(flag), "r"(1u) : "memory");
#endif
    }
    if (threadIdx.x == 0 && blockIdx.x == 1) {
        unsigned value;
#if defined(fences) || defined(cta_fence) || defined(relaxed_load)
        asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
#elif defined(cta_scope)
        asm volatile("ld.acquire.cta.global.u32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");  //[cta_scope]~ ERROR race
#else
        asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
#endif
#if defined(fences)
        asm volatile("fence.acq_rel.gpu;" ::: "memory");
#elif defined(cta_fence)
        asm volatile("fence.acq_rel.cta;" ::: "memory");
#endif
        if (value == 1) out[0] = data[0];  //[relaxed_store,relaxed_load,cta_scope,cta_fence]~ ERROR race
    }
}
