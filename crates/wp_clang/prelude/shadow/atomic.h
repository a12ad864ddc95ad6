// `cuda::atomic`, `cuda::atomic_ref`, `cuda::std::atomic` and fences. Members are made of functions with an order and a scope
// that the lowering knows (`cuda_atomics.h`).

#ifndef __WP_ATOMIC_OBJECTS
#define __WP_ATOMIC_OBJECTS

namespace cuda {

// The members of a class, where `ADDRESS` is the address of the atomic object; the first arguments say whether they are
// `const`.
#define __WP_MEMBERS(CONST, ADDRESS, SCOPE)                                                                                   \
  typedef T value_type;                                                                                               \
  __WP_FN T load(memory_order order = memory_order_seq_cst) const { return __wp_atomic_load(ADDRESS, order, SCOPE); }       \
  __WP_FN operator T() const { return __wp_atomic_load(ADDRESS, memory_order_seq_cst, SCOPE); }                           \
  __WP_FN void store(T value, memory_order order = memory_order_seq_cst) CONST { __wp_atomic_store(ADDRESS, value, order, SCOPE); } \
  __WP_FN T operator=(T value) CONST { __wp_atomic_store(ADDRESS, value, memory_order_seq_cst, SCOPE); return value; }     \
  __WP_FN T exchange(T value, memory_order order = memory_order_seq_cst) CONST { return __wp_atomic_exchange(ADDRESS, value, order, SCOPE); } \
  __WP_FN bool compare_exchange_strong(T &expected, T value, memory_order success, memory_order failure) CONST {           \
    T old = __wp_atomic_compare_and_swap(ADDRESS, expected, value, success, failure, SCOPE);                               \
    bool same = old == expected;                                                                                        \
    if (!same) expected = old;                                                                                          \
    return same;                                                                                                        \
  }                                                                                                                     \
  __WP_FN bool compare_exchange_strong(T &expected, T value, memory_order order = memory_order_seq_cst) CONST { return compare_exchange_strong(expected, value, order, order); } \
  __WP_FN bool compare_exchange_weak(T &expected, T value, memory_order success, memory_order failure) CONST { return compare_exchange_strong(expected, value, success, failure); } \
  __WP_FN bool compare_exchange_weak(T &expected, T value, memory_order order = memory_order_seq_cst) CONST { return compare_exchange_strong(expected, value, order, order); } \
  __WP_FN T fetch_add(T value, memory_order order = memory_order_seq_cst) CONST { return __wp_atomic_fetch_add(ADDRESS, value, order, SCOPE); } \
  __WP_FN T fetch_sub(T value, memory_order order = memory_order_seq_cst) CONST { return __wp_atomic_fetch_sub(ADDRESS, value, order, SCOPE); } \
  __WP_FN T fetch_and(T value, memory_order order = memory_order_seq_cst) CONST { return __wp_atomic_fetch_and(ADDRESS, value, order, SCOPE); } \
  __WP_FN T fetch_or(T value, memory_order order = memory_order_seq_cst) CONST { return __wp_atomic_fetch_or(ADDRESS, value, order, SCOPE); } \
  __WP_FN T fetch_xor(T value, memory_order order = memory_order_seq_cst) CONST { return __wp_atomic_fetch_xor(ADDRESS, value, order, SCOPE); } \
  __WP_FN T fetch_min(T value, memory_order order = memory_order_seq_cst) CONST { return __wp_atomic_fetch_min(ADDRESS, value, order, SCOPE); } \
  __WP_FN T fetch_max(T value, memory_order order = memory_order_seq_cst) CONST { return __wp_atomic_fetch_max(ADDRESS, value, order, SCOPE); } \
  __WP_FN T operator++() CONST { return fetch_add(1) + 1; }                                                                \
  __WP_FN T operator--() CONST { return fetch_sub(1) - 1; }                                                                \
  __WP_FN T operator++(int) CONST { return fetch_add(1); }                                                                 \
  __WP_FN T operator--(int) CONST { return fetch_sub(1); }                                                                 \
  __WP_FN T operator+=(T value) CONST { return fetch_add(value) + value; }                                                 \
  __WP_FN T operator-=(T value) CONST { return fetch_sub(value) - value; }                                                 \
  __WP_FN T operator&=(T value) CONST { return fetch_and(value) & value; }                                                 \
  __WP_FN T operator|=(T value) CONST { return fetch_or(value) | value; }                                                  \
  __WP_FN T operator^=(T value) CONST { return fetch_xor(value) ^ value; }                                                 \
  __WP_FN void wait(T old, memory_order order = memory_order_seq_cst) const { while (load(order) == old) {} }              \
  __WP_FN void notify_one() CONST {}                                                                                      \
  __WP_FN void notify_all() CONST {}                                                                                      \
  __WP_FN bool is_lock_free() const { return true; }

template <class T, thread_scope Scope = thread_scope_system> struct atomic {
  T __value;
  atomic() = default;
  __WP_FN constexpr atomic(T value) : __value(value) {}
  __WP_MEMBERS(, &__value, Scope)
};
template <class T, thread_scope Scope = thread_scope_system> struct atomic_ref {
  T *__pointer;
  __WP_FN explicit constexpr atomic_ref(T &object) : __pointer(&object) {}
  __WP_MEMBERS(const, __pointer, Scope)
};

#define __WP_MEMBERS_OF_FLAG                                                                                             \
  __WP_FN bool test(memory_order order = memory_order_seq_cst) const { return __set.load(order) != 0; }                    \
  __WP_FN bool test_and_set(memory_order order = memory_order_seq_cst) { return __set.exchange(1, order) != 0; }           \
  __WP_FN void clear(memory_order order = memory_order_seq_cst) { __set.store(0, order); }                                 \
  __WP_FN void wait(bool old, memory_order order = memory_order_seq_cst) const { while (test(order) == old) {} }           \
  __WP_FN void notify_one() {}                                                                                            \
  __WP_FN void notify_all() {}
template <thread_scope Scope = thread_scope_system> struct atomic_flag {
  atomic<unsigned int, Scope> __set;
  atomic_flag() = default;
  __WP_MEMBERS_OF_FLAG
};

__WP_FN inline void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) { __wp_thread_fence(order, scope); }
__WP_FN inline void atomic_signal_fence(memory_order order) {}

namespace std {
// Classes of their own, and no other names of those above: the tree names an object by the class that it is declared with.
template <class T> struct atomic {
  T __value;
  atomic() = default;
  __WP_FN constexpr atomic(T value) : __value(value) {}
  __WP_MEMBERS(, &__value, thread_scope_system)
};
template <class T> struct atomic_ref {
  T *__pointer;
  __WP_FN explicit constexpr atomic_ref(T &object) : __pointer(&object) {}
  __WP_MEMBERS(const, __pointer, thread_scope_system)
};
struct atomic_flag {
  atomic<unsigned int> __set;
  atomic_flag() = default;
  __WP_MEMBERS_OF_FLAG
};
typedef atomic<bool> atomic_bool;
typedef atomic<int> atomic_int;
typedef atomic<unsigned int> atomic_uint;
typedef atomic<long long> atomic_llong;
typedef atomic<unsigned long long> atomic_ullong;
using ::cuda::atomic_signal_fence;
__WP_FN inline void atomic_thread_fence(memory_order order) { __wp_thread_fence(order, thread_scope_system); }
}  // namespace std
#undef __WP_MEMBERS
#undef __WP_MEMBERS_OF_FLAG

}  // namespace cuda

#endif
