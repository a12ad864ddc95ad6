// Classes of the C++ library with static data members, and templates of variables.

#pragma once

namespace std {

template <class T, T v> struct integral_constant {
  static constexpr T value = v;
  typedef T value_type;
  __WP_FN constexpr operator T() const { return v; }
};
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
#undef __WP_TRAIT
template <class T> struct is_trivially_copyable : integral_constant<bool, __is_trivially_copyable(T)> {};

template <class T> struct numeric_limits { static constexpr bool is_specialized = false; };
#define __WP_LIMITS(T, LOWEST, MIN, MAX, IS_INTEGER)                           \
  template <> struct numeric_limits<T> {                                       \
    static constexpr bool is_specialized = true;                               \
    static constexpr bool is_integer = IS_INTEGER;                             \
    static constexpr bool is_signed = static_cast<T>(-1) < static_cast<T>(0);                            \
    __WP_FN static constexpr T min() { return MIN; }                           \
    __WP_FN static constexpr T max() { return MAX; }                           \
    __WP_FN static constexpr T lowest() { return LOWEST; }                     \
    __WP_FN static constexpr T epsilon() { return IS_INTEGER ? static_cast<T>(0) : sizeof(T) == 4 ? static_cast<T>(FLT_EPSILON) : static_cast<T>(DBL_EPSILON); } \
    __WP_FN static constexpr T infinity() { return IS_INTEGER ? static_cast<T>(0) : static_cast<T>(__builtin_huge_val()); } \
    __WP_FN static constexpr T quiet_NaN() { return IS_INTEGER ? static_cast<T>(0) : static_cast<T>(__builtin_nan("")); } \
  };
__WP_LIMITS(bool, false, false, true, true)
__WP_LIMITS(char, CHAR_MIN, CHAR_MIN, CHAR_MAX, true)
__WP_LIMITS(signed char, SCHAR_MIN, SCHAR_MIN, SCHAR_MAX, true)
__WP_LIMITS(unsigned char, 0, 0, UCHAR_MAX, true)
__WP_LIMITS(short, SHRT_MIN, SHRT_MIN, SHRT_MAX, true)
__WP_LIMITS(unsigned short, 0, 0, USHRT_MAX, true)
__WP_LIMITS(int, INT_MIN, INT_MIN, INT_MAX, true)
__WP_LIMITS(unsigned int, 0, 0, UINT_MAX, true)
__WP_LIMITS(long, LONG_MIN, LONG_MIN, LONG_MAX, true)
__WP_LIMITS(unsigned long, 0, 0, ULONG_MAX, true)
__WP_LIMITS(long long, LLONG_MIN, LLONG_MIN, LLONG_MAX, true)
__WP_LIMITS(unsigned long long, 0, 0, ULLONG_MAX, true)
__WP_LIMITS(float, -FLT_MAX, FLT_MIN, FLT_MAX, false)
__WP_LIMITS(double, -DBL_MAX, DBL_MIN, DBL_MAX, false)
#undef __WP_LIMITS

}  // namespace std
