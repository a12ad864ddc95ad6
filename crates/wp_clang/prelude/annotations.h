// Specification functions that kernels may call. All are declarations: the lowering knows them by name.
// Included by both languages; __WP_FN is the qualifier of a function that any code may call, __WP_PTR(F) declares a
// function of a pointer once per address space.

#pragma once

// Makes `warpproof.h` (in `include` of this repository) empty.
#define __WARPPROOF__ 1

#ifdef __cplusplus
#define __WP_FN __attribute__((host)) __attribute__((device))
#define __WP_OVERLOAD __WP_FN
#define __WP_PTR(RESULT, NAME) __WP_OVERLOAD RESULT NAME(const volatile void *pointer);
#else
#define __WP_FN
#define __WP_OVERLOAD __attribute__((overloadable))
#define __WP_PTR(RESULT, NAME)                                        \
  __WP_OVERLOAD RESULT NAME(const volatile __global void *pointer);   \
  __WP_OVERLOAD RESULT NAME(const volatile __local void *pointer);    \
  __WP_OVERLOAD RESULT NAME(const volatile __private void *pointer);  \
  __WP_OVERLOAD RESULT NAME(const __constant void *pointer);
#endif

// Assertions, assumptions and contracts.
__WP_FN void __wp_assert(bool condition);
__WP_FN void __assert(bool condition);
__WP_FN void __global_assert(bool condition);
__WP_FN void __unsafe_assert(bool condition);
__WP_FN void __unsafe_global_assert(bool condition);
__WP_FN void __candidate_assert(bool condition);
__WP_FN void __candidate_global_assert(bool condition);
__WP_FN void __unsafe_candidate_assert(bool condition);
__WP_FN void __unsafe_candidate_global_assert(bool condition);
__WP_FN void __assume(bool condition);
__WP_FN void __requires(bool condition);
__WP_FN void __global_requires(bool condition);
__WP_FN void __ensures(bool condition);
__WP_FN void __global_ensures(bool condition);

// Loop invariants, written in front of a loop condition by the comma operator.
__WP_FN void __invariant(bool condition);
__WP_FN void __global_invariant(bool condition);
__WP_FN void __candidate_invariant(bool condition);
__WP_FN void __candidate_global_invariant(bool condition);
__WP_FN void __function_wide_invariant(bool condition);
__WP_FN void __function_wide_candidate_invariant(bool condition);

// Values before and after a function.
__WP_FN int __return_val_int(void);
__WP_FN bool __return_val_bool(void);
__WP_FN void *__return_val_ptr(void);
__WP_FN void *__wp_return_val_funptr(void);
#define __return_val_funptr(TYPE) ((TYPE)__wp_return_val_funptr())
__WP_FN int __old_int(int value);
__WP_FN bool __old_bool(bool value);

// Access predicates of a pointer's array.
__WP_PTR(bool, __read)
__WP_PTR(bool, __write)
__WP_PTR(bool, __no_read)
__WP_PTR(bool, __no_write)
__WP_PTR(__SIZE_TYPE__, __read_offset_bytes)
__WP_PTR(__SIZE_TYPE__, __write_offset_bytes)
__WP_PTR(int, __ptr_base)
__WP_PTR(int, __other_ptr_base)
__WP_PTR(__SIZE_TYPE__, __ptr_offset_bytes)
__WP_PTR(void, __reads_from)
__WP_PTR(void, __writes_to)
__WP_PTR(void, __requires_fresh_array)
typedef int ptr_base_t;
#define __read_implies(POINTER, CONDITION) __implies(__read(POINTER), (CONDITION))
#define __write_implies(POINTER, CONDITION) __implies(__write(POINTER), (CONDITION))
#define __read_permission(TYPE, VALUE) { volatile TYPE __read_permission_temp = (VALUE); (void)__read_permission_temp; }

// Predicates over the other thread of a pair.
__WP_FN int __other_int(int value);
__WP_FN bool __other_bool(bool value);
__WP_FN bool __uniform_int(int value);
__WP_FN bool __uniform_bool(bool value);
__WP_FN bool __distinct_int(int value);
__WP_FN bool __distinct_bool(bool value);
#define __uniform_ptr_base(BASE) ((BASE) == __other_int(BASE))
#define __distinct_ptr_base(BASE) ((BASE) != __other_int(BASE))
__WP_FN bool __exclusive(bool condition);
__WP_FN bool __wp_same_group(void);
#define __same_group (__wp_same_group())
__WP_FN bool __enabled(void);
__WP_FN bool __dominator_enabled(void);

// Logic and arithmetic without short circuits or hidden wrapping.
__WP_FN bool __implies(bool premise, bool conclusion);
#define __is_pow2(X) ((((X) & ((X) - 1)) == 0))
#define __mod_pow2(X, Y) (((Y) - 1) & (X))

#define __WP_ARITHMETIC(TYPE, NAME)                                   \
  __WP_OVERLOAD TYPE __ite(bool condition, TYPE yes, TYPE no);        \
  __WP_FN TYPE __ite_##NAME(bool condition, TYPE yes, TYPE no);       \
  __WP_OVERLOAD TYPE __add(TYPE left, TYPE right);                    \
  __WP_FN TYPE __add_##NAME(TYPE left, TYPE right);                   \
  __WP_FN TYPE __add_noovfl_##NAME(TYPE left, TYPE right);
__WP_ARITHMETIC(char, char)
__WP_ARITHMETIC(short, short)
__WP_ARITHMETIC(int, int)
__WP_ARITHMETIC(long, long)
__WP_ARITHMETIC(unsigned char, unsigned_char)
__WP_ARITHMETIC(unsigned short, unsigned_short)
__WP_ARITHMETIC(unsigned int, unsigned_int)
__WP_ARITHMETIC(unsigned long, unsigned_long)
#undef __WP_ARITHMETIC

// Whether the sum of all arguments does not overflow.
#define __WP_NOOVFL(TYPE)                                             \
  __WP_OVERLOAD bool __add_noovfl(TYPE a);                            \
  __WP_OVERLOAD bool __add_noovfl(TYPE a, TYPE b);                    \
  __WP_OVERLOAD bool __add_noovfl(TYPE a, TYPE b, TYPE c);            \
  __WP_OVERLOAD bool __add_noovfl(TYPE a, TYPE b, TYPE c, TYPE d);    \
  __WP_OVERLOAD bool __add_noovfl(TYPE a, TYPE b, TYPE c, TYPE d, TYPE e); \
  __WP_OVERLOAD bool __add_noovfl(TYPE a, TYPE b, TYPE c, TYPE d, TYPE e, TYPE f); \
  __WP_OVERLOAD bool __add_noovfl(TYPE a, TYPE b, TYPE c, TYPE d, TYPE e, TYPE f, TYPE g); \
  __WP_OVERLOAD bool __add_noovfl(TYPE a, TYPE b, TYPE c, TYPE d, TYPE e, TYPE f, TYPE g, TYPE h);
__WP_NOOVFL(char)
__WP_NOOVFL(short)
__WP_NOOVFL(int)
__WP_NOOVFL(long)
__WP_NOOVFL(unsigned char)
__WP_NOOVFL(unsigned short)
__WP_NOOVFL(unsigned int)
__WP_NOOVFL(unsigned long)
#undef __WP_NOOVFL

// Barrier invariants: a condition and the threads (or pairs of threads) it is instantiated for.
#define __WP_A1 __SIZE_TYPE__
#define __WP_A2 __WP_A1, __WP_A1
#define __WP_A3 __WP_A2, __WP_A1
#define __WP_A4 __WP_A3, __WP_A1
#define __WP_A5 __WP_A4, __WP_A1
#define __WP_A6 __WP_A5, __WP_A1
#define __WP_A7 __WP_A6, __WP_A1
#define __WP_A8 __WP_A7, __WP_A1
#define __WP_A9 __WP_A8, __WP_A1
#define __WP_A10 __WP_A9, __WP_A1
#define __WP_A11 __WP_A10, __WP_A1
#define __WP_A12 __WP_A11, __WP_A1
#define __WP_A13 __WP_A12, __WP_A1
#define __WP_A14 __WP_A13, __WP_A1
#define __WP_A15 __WP_A14, __WP_A1
#define __WP_A16 __WP_A15, __WP_A1
#define __WP_A17 __WP_A16, __WP_A1
#define __WP_A18 __WP_A17, __WP_A1
#define __WP_A19 __WP_A18, __WP_A1
#define __WP_A20 __WP_A19, __WP_A1
#define __WP_BARRIER_INVARIANT(N)                                     \
  __WP_FN void __barrier_invariant_##N(bool condition, __WP_A##N);    \
  __WP_FN void __barrier_invariant_binary_##N(bool condition, __WP_A##N, __WP_A##N);
__WP_FN void __barrier_invariant_0(bool condition);
__WP_FN void __barrier_invariant_binary_0(bool condition);
__WP_BARRIER_INVARIANT(1)
__WP_BARRIER_INVARIANT(2)
__WP_BARRIER_INVARIANT(3)
__WP_BARRIER_INVARIANT(4)
__WP_BARRIER_INVARIANT(5)
__WP_BARRIER_INVARIANT(6)
__WP_BARRIER_INVARIANT(7)
__WP_BARRIER_INVARIANT(8)
__WP_BARRIER_INVARIANT(9)
__WP_BARRIER_INVARIANT(10)
__WP_BARRIER_INVARIANT(11)
__WP_BARRIER_INVARIANT(12)
__WP_BARRIER_INVARIANT(13)
__WP_BARRIER_INVARIANT(14)
__WP_BARRIER_INVARIANT(15)
__WP_BARRIER_INVARIANT(16)
__WP_BARRIER_INVARIANT(17)
__WP_BARRIER_INVARIANT(18)
__WP_BARRIER_INVARIANT(19)
__WP_BARRIER_INVARIANT(20)
#undef __WP_BARRIER_INVARIANT

// Loads between these two calls are no accesses of the kernel.
__WP_FN void __non_temporal_loads_begin(void);
__WP_FN void __non_temporal_loads_end(void);

// Axioms at file scope become functions whose names start with `__wp_axiom`.
#define __WP_JOIN2(A, B) A##B
#define __WP_JOIN(A, B) __WP_JOIN2(A, B)
#ifdef __cplusplus
#define __axiom(CONDITION) __WP_FN inline bool __WP_JOIN(__wp_axiom, __COUNTER__)(void) { return CONDITION; }
#else
#define __axiom(CONDITION) static inline bool __WP_JOIN(__wp_axiom, __COUNTER__)(void) { return CONDITION; }
#endif

// Uninterpreted functions: NAME is declared and never defined.
#define DECLARE_UF_UNARY(NAME, ARGUMENT, RESULT) __WP_FN RESULT NAME(ARGUMENT)
#define DECLARE_UF_BINARY(NAME, ARGUMENT1, ARGUMENT2, RESULT) __WP_FN RESULT NAME(ARGUMENT1, ARGUMENT2)

#ifdef __cplusplus
__WP_FN bool __atomic_has_taken_value(unsigned *array, unsigned offset, unsigned value);
__WP_FN void __array_snapshot(void *target, void *source);
#else
__WP_OVERLOAD bool __atomic_has_taken_value(__local unsigned *array, __SIZE_TYPE__ offset, unsigned value);
__WP_OVERLOAD bool __atomic_has_taken_value(__global unsigned *array, __SIZE_TYPE__ offset, unsigned value);
__WP_OVERLOAD void __array_snapshot(__local void *target, __local void *source);
__WP_OVERLOAD void __array_snapshot(__global void *target, __global void *source);
#endif

// The intermediate form's own primitives, which some kernels name directly.
__WP_FN void bugle_assert(int condition);
__WP_FN void bugle_assume(int condition);
__WP_FN void bugle_requires(int condition);
__WP_FN void bugle_ensures(int condition);
__WP_FN void bugle_barrier(bool local_memory, bool global_memory);
__WP_FN void bugle_grid_barrier(bool local_memory, bool global_memory);
