// Classes of the C++ library with static data members, templates of variables, and classes that device code has objects
// of: their instances have to be in the tree of the file.

#pragma once

namespace std {

template <class T, T v> struct integral_constant {
  static constexpr T value = v;
  typedef T value_type;
  __WP_FN constexpr operator T() const { return v; }
};
template <bool B> using bool_constant = integral_constant<bool, B>;
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;
template <class A, class B> struct is_same : false_type {};
template <class A> struct is_same<A, A> : true_type {};
template <class A, class B> inline constexpr bool is_same_v = is_same<A, B>::value;

// Properties of types are the compiler's answers.
#define __WP_TRAIT(NAME)                                                       \
  template <class T> struct NAME : integral_constant<bool, __##NAME(T)> {};    \
  template <class T> inline constexpr bool NAME##_v = NAME<T>::value;
__WP_TRAIT(is_void) __WP_TRAIT(is_pointer) __WP_TRAIT(is_floating_point) __WP_TRAIT(is_integral)
__WP_TRAIT(is_arithmetic) __WP_TRAIT(is_signed) __WP_TRAIT(is_unsigned) __WP_TRAIT(is_enum) __WP_TRAIT(is_class)
__WP_TRAIT(is_union) __WP_TRAIT(is_array) __WP_TRAIT(is_function) __WP_TRAIT(is_const) __WP_TRAIT(is_volatile)
__WP_TRAIT(is_reference) __WP_TRAIT(is_lvalue_reference) __WP_TRAIT(is_rvalue_reference) __WP_TRAIT(is_object)
__WP_TRAIT(is_scalar) __WP_TRAIT(is_fundamental) __WP_TRAIT(is_compound) __WP_TRAIT(is_empty) __WP_TRAIT(is_trivial)
__WP_TRAIT(is_standard_layout) __WP_TRAIT(is_pod) __WP_TRAIT(is_trivially_copyable)
#undef __WP_TRAIT
template <class A, class B> struct is_base_of : integral_constant<bool, __is_base_of(A, B)> {};
template <class A, class B> inline constexpr bool is_base_of_v = is_base_of<A, B>::value;
template <class A, class B> struct is_convertible : integral_constant<bool, __is_convertible_to(A, B)> {};
template <class A, class B> inline constexpr bool is_convertible_v = is_convertible<A, B>::value;
template <class T> struct negation : integral_constant<bool, !bool(T::value)> {};
template <class... T> struct conjunction : integral_constant<bool, (bool(T::value) && ...)> {};
template <class... T> struct disjunction : integral_constant<bool, (bool(T::value) || ...)> {};

template <class T> struct numeric_limits { static constexpr bool is_specialized = false; };
#define __WP_LIMITS(T, LOWEST, MIN, MAX, IS_INTEGER, DIGITS)                   \
  template <> struct numeric_limits<T> {                                       \
    static constexpr bool is_specialized = true;                               \
    static constexpr bool is_integer = IS_INTEGER;                             \
    static constexpr bool is_signed = static_cast<T>(-1) < static_cast<T>(0);                            \
    static constexpr int digits = DIGITS;                                      \
    __WP_FN static constexpr T min() { return MIN; }                           \
    __WP_FN static constexpr T max() { return MAX; }                           \
    __WP_FN static constexpr T lowest() { return LOWEST; }                     \
    __WP_FN static constexpr T epsilon() { return IS_INTEGER ? static_cast<T>(0) : sizeof(T) == 4 ? static_cast<T>(FLT_EPSILON) : static_cast<T>(DBL_EPSILON); } \
    __WP_FN static constexpr T infinity() { return IS_INTEGER ? static_cast<T>(0) : static_cast<T>(__builtin_huge_val()); } \
    __WP_FN static constexpr T quiet_NaN() { return IS_INTEGER ? static_cast<T>(0) : static_cast<T>(__builtin_nan("")); } \
  };
__WP_LIMITS(bool, false, false, true, true, 1)
__WP_LIMITS(char, CHAR_MIN, CHAR_MIN, CHAR_MAX, true, 7)
__WP_LIMITS(signed char, SCHAR_MIN, SCHAR_MIN, SCHAR_MAX, true, 7)
__WP_LIMITS(unsigned char, 0, 0, UCHAR_MAX, true, 8)
__WP_LIMITS(short, SHRT_MIN, SHRT_MIN, SHRT_MAX, true, 15)
__WP_LIMITS(unsigned short, 0, 0, USHRT_MAX, true, 16)
__WP_LIMITS(int, INT_MIN, INT_MIN, INT_MAX, true, 31)
__WP_LIMITS(unsigned int, 0, 0, UINT_MAX, true, 32)
__WP_LIMITS(long, LONG_MIN, LONG_MIN, LONG_MAX, true, (8 * static_cast<int>(sizeof(long)) - 1))
__WP_LIMITS(unsigned long, 0, 0, ULONG_MAX, true, (8 * static_cast<int>(sizeof(long))))
__WP_LIMITS(long long, LLONG_MIN, LLONG_MIN, LLONG_MAX, true, 63)
__WP_LIMITS(unsigned long long, 0, 0, ULLONG_MAX, true, 64)
__WP_LIMITS(float, -FLT_MAX, FLT_MIN, FLT_MAX, false, 24)
__WP_LIMITS(double, -DBL_MAX, DBL_MIN, DBL_MAX, false, 53)
#undef __WP_LIMITS
template <class T> struct numeric_limits<const T> : numeric_limits<T> {};
template <class T> struct numeric_limits<volatile T> : numeric_limits<T> {};
template <class T> struct numeric_limits<const volatile T> : numeric_limits<T> {};

template <class A, class B> struct pair {
  typedef A first_type;
  typedef B second_type;
  A first;
  B second;
  constexpr pair() = default;
  __WP_FN constexpr pair(const A &a, const B &b) : first(a), second(b) {}
};
template <class A, class B> pair(A, B) -> pair<A, B>;
template <class A, class B> __WP_FN constexpr pair<A, B> make_pair(A a, B b) { return pair<A, B>(a, b); }

}  // namespace std

#include "cuda_containers.h"

// An unknown value.
template <class T> __WP_FN T __wp_any();
