//@ revisions: good fences relaxed_store relaxed_load group_scope no_release local_flags
//@ flags: --block 32 --grid 2 --clang-opt -cl-std=CL2.0
//@ verdict: races=proved
//[relaxed_store]@ verdict: races=refuted
//[relaxed_load]@ verdict: races=refuted
//[group_scope]@ verdict: races=refuted
//[no_release]@ verdict: races=refuted
//[local_flags]@ verdict: races=inconclusive
// A work-item of the first group gives a number to one of the second. Accesses to the flag that are atomic in a group alone
// race as well. A fence of local memory does not order the number;
// simulations do not tell the memory that fences order.
#ifdef group_scope
#define SCOPE memory_scope_work_group
#else
#define SCOPE memory_scope_device
#endif
#if defined(relaxed_store) || defined(fences) || defined(no_release) || defined(local_flags)
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif
#if defined(relaxed_load) || defined(fences) || defined(no_release) || defined(local_flags)
#define ACQUIRE memory_order_relaxed
#else
#define ACQUIRE memory_order_acquire
#endif
#ifdef local_flags
#define MEMORY CLK_LOCAL_MEM_FENCE
#else
#define MEMORY CLK_GLOBAL_MEM_FENCE
#endif
__kernel void k(__global int *data, __global atomic_int *flag, __global int *out) {
    if (get_global_id(0) == 0) {
        data[0] = 7;  //[relaxed_store,relaxed_load,group_scope,no_release]~ ERROR race
#if defined(fences) || defined(local_flags)
        atomic_work_item_fence(MEMORY, memory_order_release, memory_scope_device);
#endif
        atomic_store_explicit(flag, 1, RELEASE, SCOPE);  //[group_scope]~ ERROR race
    }
    if (get_global_id(0) == 32 && atomic_load_explicit(flag, ACQUIRE, SCOPE) == 1) {  //[group_scope]~ ERROR race
#if defined(fences) || defined(no_release) || defined(local_flags)
        atomic_work_item_fence(MEMORY, memory_order_acquire, memory_scope_device);
#endif
        out[0] = data[0];  //[relaxed_store,relaxed_load,group_scope,no_release]~ ERROR race
    }
}
