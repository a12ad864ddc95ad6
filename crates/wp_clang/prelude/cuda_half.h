// Half and bfloat16 numbers: opaque 16-bit structs with declared conversions and operators.

#pragma once

// A conversion calls the function that converts a `float`, whose result is unknown.
#define __WP_NARROW(T, T2, FROM, TO)                                           \
  struct T; struct T2;                                                         \
  __WP_FN T FROM(float); __WP_FN float TO(T);                                  \
  struct __attribute__((aligned(2))) T##_raw { unsigned short x; };            \
  struct __attribute__((aligned(4))) T2##_raw { unsigned short x, y; };        \
  struct __attribute__((aligned(2))) T {                                       \
    unsigned short __x;                                                        \
    T() = default;                                                             \
    __WP_FN T(float v) : __x(FROM(v).__x) {}                                   \
    __WP_FN T(double v) : __x(FROM((float)v).__x) {}                           \
    __WP_FN T(short v) : __x(FROM((float)v).__x) {}                            \
    __WP_FN T(unsigned short v) : __x(FROM((float)v).__x) {}                   \
    __WP_FN T(int v) : __x(FROM((float)v).__x) {}                              \
    __WP_FN T(unsigned int v) : __x(FROM((float)v).__x) {}                     \
    __WP_FN T(long v) : __x(FROM((float)v).__x) {}                             \
    __WP_FN T(unsigned long v) : __x(FROM((float)v).__x) {}                    \
    __WP_FN T(long long v) : __x(FROM((float)v).__x) {}                        \
    __WP_FN T(unsigned long long v) : __x(FROM((float)v).__x) {}               \
    __WP_FN T(const T##_raw &r) : __x(r.x) {}                                  \
    __WP_FN operator float() const { return TO(*this); }                       \
    __WP_FN operator T##_raw() const { return T##_raw{__x}; }                  \
    __WP_FN T &operator=(float v) { __x = FROM(v).__x; return *this; }         \
    __WP_FN T &operator=(double v) { __x = FROM((float)v).__x; return *this; } \
    __WP_FN T &operator=(int v) { __x = FROM((float)v).__x; return *this; }    \
    __WP_FN T &operator=(const T##_raw &r) { __x = r.x; return *this; }        \
  };                                                                           \
  struct __attribute__((aligned(4))) T2 {                                      \
    T x, y;                                                                    \
    T2() = default;                                                            \
    __WP_FN T2(const T &a, const T &b) : x(a), y(b) {}                         \
  };                                                                           \
  __WP_FN T operator+(const T &, const T &); __WP_FN T operator-(const T &, const T &); \
  __WP_FN T operator*(const T &, const T &); __WP_FN T operator/(const T &, const T &); \
  inline __WP_FN T &operator+=(T &a, const T &b) { a = a + b; return a; }      \
  inline __WP_FN T &operator-=(T &a, const T &b) { a = a - b; return a; }      \
  inline __WP_FN T &operator*=(T &a, const T &b) { a = a * b; return a; }      \
  inline __WP_FN T &operator/=(T &a, const T &b) { a = a / b; return a; }      \
  inline __WP_FN T operator+(const T &a) { return a; }                         \
  __WP_FN T operator-(const T &);                                              \
  __WP_FN bool operator==(const T &, const T &); __WP_FN bool operator!=(const T &, const T &); \
  __WP_FN bool operator<(const T &, const T &); __WP_FN bool operator<=(const T &, const T &); \
  __WP_FN bool operator>(const T &, const T &); __WP_FN bool operator>=(const T &, const T &); \
  __WP_FN T2 operator+(const T2 &, const T2 &); __WP_FN T2 operator-(const T2 &, const T2 &); \
  __WP_FN T2 operator*(const T2 &, const T2 &); __WP_FN T2 operator/(const T2 &, const T2 &); \
  inline __WP_FN T2 &operator+=(T2 &a, const T2 &b) { a = a + b; return a; }   \
  inline __WP_FN T2 &operator-=(T2 &a, const T2 &b) { a = a - b; return a; }   \
  inline __WP_FN T2 &operator*=(T2 &a, const T2 &b) { a = a * b; return a; }   \
  inline __WP_FN T2 &operator/=(T2 &a, const T2 &b) { a = a / b; return a; }   \
  __WP_FN T2 operator-(const T2 &);                                            \
  __WP_FN T __hadd(T, T); __WP_FN T __hsub(T, T); __WP_FN T __hmul(T, T); __WP_FN T __hdiv(T, T); \
  __WP_FN T __hfma(T, T, T); __WP_FN T __hneg(T); __WP_FN T __habs(T);         \
  __WP_FN T __hmax(T, T); __WP_FN T __hmin(T, T);                              \
  __WP_FN bool __heq(T, T); __WP_FN bool __hne(T, T); __WP_FN bool __hlt(T, T); __WP_FN bool __hle(T, T); \
  __WP_FN bool __hgt(T, T); __WP_FN bool __hge(T, T); __WP_FN bool __hisnan(T); __WP_FN int __hisinf(T); \
  __WP_FN T hsqrt(T); __WP_FN T hrsqrt(T); __WP_FN T hrcp(T); __WP_FN T hexp(T); __WP_FN T hexp2(T); __WP_FN T hlog(T); \
  __WP_FN T hlog2(T); __WP_FN T hsin(T); __WP_FN T hcos(T); __WP_FN T hfloor(T); __WP_FN T hceil(T); __WP_FN T htrunc(T); __WP_FN T hrint(T); \
  __WP_FN T2 __hadd2(T2, T2); __WP_FN T2 __hsub2(T2, T2); __WP_FN T2 __hmul2(T2, T2); __WP_FN T2 __h2div(T2, T2); \
  __WP_FN T2 __hfma2(T2, T2, T2); __WP_FN T2 __hneg2(T2); __WP_FN T2 __habs2(T2); __WP_FN T2 __hmax2(T2, T2); __WP_FN T2 __hmin2(T2, T2); \
  __WP_FN T2 h2sqrt(T2); __WP_FN T2 h2rsqrt(T2); __WP_FN T2 h2exp(T2); __WP_FN T2 h2log(T2); __WP_FN T2 h2rcp(T2); \
  __WP_ATOMIC(Add, T) __WP_ATOMIC(Add, T2) __WP_SHUFFLE(T) __WP_SHUFFLE(T2) __WP_CACHED(T) __WP_CACHED(T2)

__WP_NARROW(__half, __half2, __float2half, __half2float)
__WP_NARROW(__nv_bfloat16, __nv_bfloat162, __float2bfloat16, __bfloat162float)
#undef __WP_NARROW
#ifndef __WP_PLAIN
typedef __half half;
typedef __half2 half2;
#endif
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

__WP_FN __half __float2half_rn(float); __WP_FN __half __float2half_rz(float);
__WP_FN __half __double2half(double);
__WP_FN __half2 __float2half2_rn(float); __WP_FN __half2 __floats2half2_rn(float, float);
__WP_FN __half2 __float22half2_rn(float2); __WP_FN float2 __half22float2(__half2);
__WP_FN float __low2float(__half2); __WP_FN float __high2float(__half2);
__WP_FN __half __low2half(__half2); __WP_FN __half __high2half(__half2);
__WP_FN __half2 __half2half2(__half); __WP_FN __half2 __halves2half2(__half, __half);
__WP_FN __half2 make_half2(__half, __half);
__WP_FN __half2 __low2half2(__half2); __WP_FN __half2 __high2half2(__half2); __WP_FN __half2 __lowhigh2highlow(__half2);
__WP_FN int __half2int_rn(__half); __WP_FN int __half2int_rz(__half); __WP_FN unsigned int __half2uint_rn(__half);
__WP_FN __half __int2half_rn(int); __WP_FN __half __uint2half_rn(unsigned int); __WP_FN __half __short2half_rn(short);
__WP_FN __half __ushort2half_rn(unsigned short); __WP_FN __half __ll2half_rn(long long); __WP_FN __half __ull2half_rn(unsigned long long);
__WP_FN short __half2short_rn(__half); __WP_FN unsigned short __half2ushort_rn(__half); __WP_FN long long __half2ll_rn(__half);
__WP_FN unsigned long long __half2ull_rn(__half);
__WP_FN short __half_as_short(__half); __WP_FN unsigned short __half_as_ushort(__half);
__WP_FN __half __short_as_half(short); __WP_FN __half __ushort_as_half(unsigned short);
__WP_FN __nv_bfloat16 __float2bfloat16_rn(float);
__WP_FN __nv_bfloat16 __double2bfloat16(double);
__WP_FN __nv_bfloat162 __float2bfloat162_rn(float); __WP_FN __nv_bfloat162 __floats2bfloat162_rn(float, float);
__WP_FN float2 __bfloat1622float2(__nv_bfloat162); __WP_FN __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16);
__WP_FN __nv_bfloat162 __halves2bfloat162(__nv_bfloat16, __nv_bfloat16);
__WP_FN __nv_bfloat16 __low2bfloat16(__nv_bfloat162); __WP_FN __nv_bfloat16 __high2bfloat16(__nv_bfloat162);
__WP_FN __nv_bfloat162 __float22bfloat162_rn(float2); __WP_FN float __low2float(__nv_bfloat162); __WP_FN float __high2float(__nv_bfloat162);
__WP_FN __nv_bfloat162 make_bfloat162(__nv_bfloat16, __nv_bfloat16);
__WP_FN __nv_bfloat16 __float2bfloat16_rz(float); __WP_FN __nv_bfloat16 __int2bfloat16_rn(int); __WP_FN int __bfloat162int_rn(__nv_bfloat16);
inline __WP_FN unsigned short __bfloat16_as_ushort(__nv_bfloat16 v) { return v.__x; }
inline __WP_FN short __bfloat16_as_short(__nv_bfloat16 v) { return (short)v.__x; }
inline __WP_FN __nv_bfloat16 __ushort_as_bfloat16(unsigned short v) { return __nv_bfloat16_raw{v}; }
inline __WP_FN __nv_bfloat16 __short_as_bfloat16(short v) { return __nv_bfloat16_raw{(unsigned short)v}; }
