// Atomic functions of all scopes: device, `_block` and `_system`; and those with an order and a scope, which `<cuda/atomic>`
// and HIP's functions are made of.

#pragma once

#define __WP_ATOMIC(OPERATION, T)                                   \
  __WP_WEAK T atomic##OPERATION(T *address, T value);                 \
  __WP_WEAK T atomic##OPERATION##_block(T *address, T value);         \
  __WP_WEAK T atomic##OPERATION##_system(T *address, T value);

__WP_ATOMIC(Add, int) __WP_ATOMIC(Add, unsigned int) __WP_ATOMIC(Add, unsigned long long)
__WP_ATOMIC(Add, float) __WP_ATOMIC(Add, double)
__WP_ATOMIC(Sub, int) __WP_ATOMIC(Sub, unsigned int)
__WP_ATOMIC(Exch, int) __WP_ATOMIC(Exch, unsigned int) __WP_ATOMIC(Exch, unsigned long long) __WP_ATOMIC(Exch, float)
__WP_ATOMIC(Min, int) __WP_ATOMIC(Min, unsigned int) __WP_ATOMIC(Min, long long) __WP_ATOMIC(Min, unsigned long long)
__WP_ATOMIC(Max, int) __WP_ATOMIC(Max, unsigned int) __WP_ATOMIC(Max, long long) __WP_ATOMIC(Max, unsigned long long)
__WP_ATOMIC(Inc, unsigned int) __WP_ATOMIC(Dec, unsigned int)
__WP_ATOMIC(And, int) __WP_ATOMIC(And, unsigned int) __WP_ATOMIC(And, unsigned long long)
__WP_ATOMIC(Or, int) __WP_ATOMIC(Or, unsigned int) __WP_ATOMIC(Or, unsigned long long)
__WP_ATOMIC(Xor, int) __WP_ATOMIC(Xor, unsigned int) __WP_ATOMIC(Xor, unsigned long long)

#define __WP_CAS(T)                                                 \
  __WP_WEAK T atomicCAS(T *address, T expected, T value);             \
  __WP_WEAK T atomicCAS_block(T *address, T expected, T value);       \
  __WP_WEAK T atomicCAS_system(T *address, T expected, T value);
__WP_CAS(int) __WP_CAS(unsigned int) __WP_CAS(unsigned long long) __WP_CAS(unsigned short int)
#undef __WP_CAS

#define __WP_UPDATE(NAME)                                                                                \
  template <class T, class U> __WP_FN T __wp_atomic_##NAME(T *address, U value, int order, int scope);          \
  template <class T, class U> __WP_FN T __wp_atomic_##NAME(volatile T *address, U value, int order, int scope);
__WP_UPDATE(fetch_add) __WP_UPDATE(fetch_sub) __WP_UPDATE(fetch_min) __WP_UPDATE(fetch_max)
__WP_UPDATE(fetch_and) __WP_UPDATE(fetch_or) __WP_UPDATE(fetch_xor) __WP_UPDATE(exchange)
#undef __WP_UPDATE
template <class T> __WP_FN T __wp_atomic_load(const T *address, int order, int scope);
template <class T, class U> __WP_FN void __wp_atomic_store(T *address, U value, int order, int scope);
template <class T, class U> __WP_FN T __wp_atomic_compare_and_swap(T *address, U expected, U value, int success, int failure, int scope);
template <class T, class U> __WP_FN bool __wp_atomic_compare_exchange_strong(T *address, T *expected, U value, int success, int failure, int scope);
template <class T, class U> __WP_FN bool __wp_atomic_compare_exchange_weak(T *address, T *expected, U value, int success, int failure, int scope);
__WP_FN void __wp_thread_fence(int order, int scope);

// NVIDIA's functions with an order and a scope. The scopes have the numbers of `cuda::thread_scope`.
#ifndef __HIP__
#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_SYSTEM 0
#define __NV_THREAD_SCOPE_DEVICE 1
#define __NV_THREAD_SCOPE_BLOCK 2
#define __NV_THREAD_SCOPE_CLUSTER 3
#define __NV_THREAD_SCOPE_THREAD 10
#define __WP_UPDATE(NAME)                                                                                       \
  template <class T> __WP_FN T __nv_atomic_fetch_##NAME(T *address, T value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM); \
  template <class T> __WP_FN void __nv_atomic_##NAME(T *address, T value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM);
__WP_UPDATE(add) __WP_UPDATE(sub) __WP_UPDATE(min) __WP_UPDATE(max) __WP_UPDATE(and) __WP_UPDATE(or) __WP_UPDATE(xor)
#undef __WP_UPDATE
template <class T> __WP_FN T __nv_atomic_load_n(T *address, int order, int scope = __NV_THREAD_SCOPE_SYSTEM);
template <class T> __WP_FN void __nv_atomic_load(T *address, T *result, int order, int scope = __NV_THREAD_SCOPE_SYSTEM);
template <class T> __WP_FN void __nv_atomic_store_n(T *address, T value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM);
template <class T> __WP_FN void __nv_atomic_store(T *address, T *value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM);
template <class T> __WP_FN T __nv_atomic_exchange_n(T *address, T value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM);
template <class T> __WP_FN void __nv_atomic_exchange(T *address, T *value, T *result, int order, int scope = __NV_THREAD_SCOPE_SYSTEM);
template <class T> __WP_FN bool __nv_atomic_compare_exchange_n(T *address, T *expected, T value, bool weak, int success, int failure, int scope = __NV_THREAD_SCOPE_SYSTEM);
template <class T> __WP_FN bool __nv_atomic_compare_exchange(T *address, T *expected, T *value, bool weak, int success, int failure, int scope = __NV_THREAD_SCOPE_SYSTEM);
__WP_FN void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM);
#endif
