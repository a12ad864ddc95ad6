// Atomic functions of all scopes: device, `_block` and `_system`.

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
