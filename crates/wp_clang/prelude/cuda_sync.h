// Barriers, fences, warp primitives, clocks and the few library calls that device code may make.

#pragma once

// Clang knows this one itself, as a device function only.
__device__ void __syncthreads(void);
__WP_FN int __syncthreads_count(int predicate);
__WP_FN int __syncthreads_and(int predicate);
__WP_FN int __syncthreads_or(int predicate);
// Masks of lanes. Warps of HIP may have 64 lanes.
#ifdef __HIP__
#define __WP_LANE_MASK unsigned long long
__WP_FN void __syncwarp(__WP_LANE_MASK mask = ~0ull);
#else
#define __WP_LANE_MASK unsigned int
__WP_FN void __syncwarp(__WP_LANE_MASK mask = 0xffffffffu);
#endif
// Barriers of the block by number, for all of its threads or for some of its warps.
#ifndef __HIP__
__WP_FN void __barrier_sync(unsigned int id);
__WP_FN void __barrier_sync_count(unsigned int id, unsigned int count);
#endif
__WP_FN void __threadfence(void);
__WP_FN void __threadfence_block(void);
__WP_FN void __threadfence_system(void);

__WP_WEAK __WP_LANE_MASK __activemask(void);
__WP_WEAK int __all_sync(__WP_LANE_MASK mask, int predicate);
__WP_WEAK int __any_sync(__WP_LANE_MASK mask, int predicate);
__WP_WEAK int __uni_sync(__WP_LANE_MASK mask, int predicate);
__WP_WEAK __WP_LANE_MASK __ballot_sync(__WP_LANE_MASK mask, int predicate);
__WP_WEAK int __all(int predicate);
__WP_WEAK int __any(int predicate);
__WP_WEAK __WP_LANE_MASK __ballot(int predicate);

#define __WP_SHUFFLE(T)                                                                          \
  __WP_WEAK T __shfl_sync(__WP_LANE_MASK mask, T value, int lane, int width = warpSize);             \
  __WP_WEAK T __shfl_up_sync(__WP_LANE_MASK mask, T value, unsigned int delta, int width = warpSize); \
  __WP_WEAK T __shfl_down_sync(__WP_LANE_MASK mask, T value, unsigned int delta, int width = warpSize); \
  __WP_WEAK T __shfl_xor_sync(__WP_LANE_MASK mask, T value, int lane_mask, int width = warpSize);    \
  __WP_WEAK T __shfl(T value, int lane, int width = warpSize);                                     \
  __WP_WEAK T __shfl_up(T value, unsigned int delta, int width = warpSize);                        \
  __WP_WEAK T __shfl_down(T value, unsigned int delta, int width = warpSize);                      \
  __WP_WEAK T __shfl_xor(T value, int lane_mask, int width = warpSize);
#define __WP_MATCH(T)                                                                            \
  __WP_WEAK __WP_LANE_MASK __match_any_sync(__WP_LANE_MASK mask, T value);                             \
  __WP_WEAK __WP_LANE_MASK __match_all_sync(__WP_LANE_MASK mask, T value, int *predicate);
#define __WP_ALL_SCALARS(F) \
  F(int) F(unsigned int) F(long) F(unsigned long) F(long long) F(unsigned long long) F(float) F(double)
__WP_ALL_SCALARS(__WP_SHUFFLE)
__WP_ALL_SCALARS(__WP_MATCH)
#undef __WP_MATCH

#define __WP_REDUCE(T)                                            \
  __WP_WEAK T __reduce_add_sync(__WP_LANE_MASK mask, T value);        \
  __WP_WEAK T __reduce_min_sync(__WP_LANE_MASK mask, T value);        \
  __WP_WEAK T __reduce_max_sync(__WP_LANE_MASK mask, T value);
__WP_REDUCE(int)
__WP_REDUCE(unsigned int)
#undef __WP_REDUCE
__WP_WEAK unsigned int __reduce_and_sync(__WP_LANE_MASK mask, unsigned int value);
__WP_WEAK unsigned int __reduce_or_sync(__WP_LANE_MASK mask, unsigned int value);
__WP_WEAK unsigned int __reduce_xor_sync(__WP_LANE_MASK mask, unsigned int value);

// Loads and stores with cache hints read and write exactly what a plain access would.
#define __WP_CACHED(T)                              \
  __WP_WEAK T __ldg(const T *address);                \
  __WP_WEAK T __ldcg(const T *address);               \
  __WP_WEAK T __ldca(const T *address);               \
  __WP_WEAK T __ldcs(const T *address);               \
  __WP_WEAK T __ldlu(const T *address);               \
  __WP_WEAK T __ldcv(const T *address);               \
  __WP_WEAK void __stwb(T *address, T value);         \
  __WP_WEAK void __stcg(T *address, T value);         \
  __WP_WEAK void __stcs(T *address, T value);         \
  __WP_WEAK void __stwt(T *address, T value);
__WP_ALL_SCALARS(__WP_CACHED)
__WP_CACHED(char) __WP_CACHED(signed char) __WP_CACHED(unsigned char) __WP_CACHED(short) __WP_CACHED(unsigned short)
__WP_CACHED(char2) __WP_CACHED(char4) __WP_CACHED(uchar2) __WP_CACHED(uchar4) __WP_CACHED(short2) __WP_CACHED(short4)
__WP_CACHED(ushort2) __WP_CACHED(ushort4) __WP_CACHED(int2) __WP_CACHED(int4) __WP_CACHED(uint2) __WP_CACHED(uint4)
__WP_CACHED(longlong2) __WP_CACHED(ulonglong2) __WP_CACHED(float2) __WP_CACHED(float4) __WP_CACHED(double2)

__WP_FN long clock(void);
__WP_FN long long clock64(void);
__WP_FN unsigned long long __globaltimer(void);
__WP_FN void __nanosleep(unsigned int nanoseconds);
__WP_FN void __trap(void);
__WP_FN void __brkpt(void);
__WP_FN void cudaGridDependencySynchronize(void);
__WP_FN void cudaTriggerProgrammaticLaunchCompletion(void);
__WP_FN void __prof_trigger(int counter);
__WP_FN unsigned int __isGlobal(const void *pointer);
__WP_FN unsigned int __isShared(const void *pointer);
__WP_FN unsigned int __isConstant(const void *pointer);
__WP_FN unsigned int __isLocal(const void *pointer);
__WP_FN size_t __cvta_generic_to_global(const void *pointer);
__WP_FN size_t __cvta_generic_to_shared(const void *pointer);
__WP_FN void *__cvta_shared_to_generic(size_t address);
__WP_FN void *__cvta_global_to_generic(size_t address);
__WP_FN void __pipeline_memcpy_async(void *target, const void *source, size_t bytes, size_t zeros = 0);
__WP_FN void __pipeline_commit(void);
__WP_FN void __pipeline_wait_prior(size_t groups);

extern "C" {
__WP_FN int printf(const char *format, ...);
__WP_FN void *malloc(size_t bytes);
__WP_FN void free(void *pointer);
__WP_FN void *memcpy(void *target, const void *source, size_t bytes);
__WP_FN void *memmove(void *target, const void *source, size_t bytes);
__WP_FN void *memset(void *target, int value, size_t bytes);
}

#define assert(CONDITION) (__wp_assert(static_cast<bool>(CONDITION)))
