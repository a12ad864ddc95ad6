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
    __WP_FN T2(const T2##_raw &r) : x(T##_raw{r.x}), y(T##_raw{r.y}) {}        \
    __WP_FN operator T2##_raw() const { return T2##_raw{x.__x, y.__x}; }       \
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
  __WP_WEAK T __hadd(T, T); __WP_WEAK T __hsub(T, T); __WP_WEAK T __hmul(T, T); __WP_WEAK T __hdiv(T, T); \
  __WP_WEAK T __hfma(T, T, T); __WP_WEAK T __hneg(T); __WP_WEAK T __habs(T);         \
  __WP_WEAK T __hmax(T, T); __WP_WEAK T __hmin(T, T);                              \
  __WP_WEAK bool __heq(T, T); __WP_WEAK bool __hne(T, T); __WP_WEAK bool __hlt(T, T); __WP_WEAK bool __hle(T, T); \
  __WP_WEAK bool __hgt(T, T); __WP_WEAK bool __hge(T, T); __WP_WEAK bool __hisnan(T); __WP_WEAK int __hisinf(T); \
  __WP_WEAK T hsqrt(T); __WP_WEAK T hrsqrt(T); __WP_WEAK T hrcp(T); __WP_WEAK T hexp(T); __WP_WEAK T hexp2(T); __WP_WEAK T hlog(T); \
  __WP_WEAK T hlog2(T); __WP_WEAK T hsin(T); __WP_WEAK T hcos(T); __WP_WEAK T hfloor(T); __WP_WEAK T hceil(T); __WP_WEAK T htrunc(T); __WP_WEAK T hrint(T); \
  __WP_WEAK T2 __hadd2(T2, T2); __WP_WEAK T2 __hsub2(T2, T2); __WP_WEAK T2 __hmul2(T2, T2); __WP_WEAK T2 __h2div(T2, T2); \
  __WP_WEAK T2 __hfma2(T2, T2, T2); __WP_WEAK T2 __hneg2(T2); __WP_WEAK T2 __habs2(T2); __WP_WEAK T2 __hmax2(T2, T2); __WP_WEAK T2 __hmin2(T2, T2); \
  __WP_WEAK T __hadd_rn(T, T); __WP_WEAK T __hsub_rn(T, T); __WP_WEAK T __hmul_rn(T, T); __WP_WEAK T __hadd_sat(T, T); \
  __WP_WEAK T __hsub_sat(T, T); __WP_WEAK T __hmul_sat(T, T); __WP_WEAK T __hfma_sat(T, T, T); __WP_WEAK T __hfma_relu(T, T, T); \
  __WP_WEAK T __hmax_nan(T, T); __WP_WEAK T __hmin_nan(T, T);                      \
  __WP_WEAK bool __hequ(T, T); __WP_WEAK bool __hneu(T, T); __WP_WEAK bool __hltu(T, T); __WP_WEAK bool __hleu(T, T); \
  __WP_WEAK bool __hgtu(T, T); __WP_WEAK bool __hgeu(T, T);                        \
  __WP_WEAK T hexp10(T); __WP_WEAK T hlog10(T); __WP_WEAK T htanh(T); __WP_WEAK T htanh_approx(T); \
  __WP_WEAK T2 __hadd2_rn(T2, T2); __WP_WEAK T2 __hsub2_rn(T2, T2); __WP_WEAK T2 __hmul2_rn(T2, T2); __WP_WEAK T2 __hadd2_sat(T2, T2); \
  __WP_WEAK T2 __hsub2_sat(T2, T2); __WP_WEAK T2 __hmul2_sat(T2, T2); __WP_WEAK T2 __hfma2_sat(T2, T2, T2); __WP_WEAK T2 __hfma2_relu(T2, T2, T2); \
  __WP_WEAK T2 __hmax2_nan(T2, T2); __WP_WEAK T2 __hmin2_nan(T2, T2);              \
  __WP_WEAK T2 __heq2(T2, T2); __WP_WEAK T2 __hne2(T2, T2); __WP_WEAK T2 __hlt2(T2, T2); __WP_WEAK T2 __hle2(T2, T2); \
  __WP_WEAK T2 __hgt2(T2, T2); __WP_WEAK T2 __hge2(T2, T2); __WP_WEAK T2 __hisnan2(T2); \
  __WP_WEAK bool __hbeq2(T2, T2); __WP_WEAK bool __hbne2(T2, T2); __WP_WEAK bool __hblt2(T2, T2); __WP_WEAK bool __hble2(T2, T2); \
  __WP_WEAK bool __hbgt2(T2, T2); __WP_WEAK bool __hbge2(T2, T2);                  \
  __WP_WEAK T2 h2exp2(T2); __WP_WEAK T2 h2exp10(T2); __WP_WEAK T2 h2log2(T2); __WP_WEAK T2 h2log10(T2); __WP_WEAK T2 h2sin(T2); \
  __WP_WEAK T2 h2cos(T2); __WP_WEAK T2 h2tanh(T2); __WP_WEAK T2 h2floor(T2); __WP_WEAK T2 h2ceil(T2); __WP_WEAK T2 h2trunc(T2); __WP_WEAK T2 h2rint(T2); \
  __WP_WEAK T2 h2sqrt(T2); __WP_WEAK T2 h2rsqrt(T2); __WP_WEAK T2 h2exp(T2); __WP_WEAK T2 h2log(T2); __WP_WEAK T2 h2rcp(T2); \
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

// Conversions from and to integers, with every rounding.
#define __WP_ROUNDED(N, NAME, T, I, ROUNDING) __WP_WEAK N __##I##2##NAME##_##ROUNDING(T); __WP_WEAK T __##NAME##2##I##_##ROUNDING(N);
#define __WP_INTEGER(N, NAME, T, I)                                            \
  __WP_ROUNDED(N, NAME, T, I, rn) __WP_ROUNDED(N, NAME, T, I, rz) __WP_ROUNDED(N, NAME, T, I, rd) __WP_ROUNDED(N, NAME, T, I, ru)
#define __WP_INTEGERS(N, NAME)                                                 \
  __WP_INTEGER(N, NAME, int, int) __WP_INTEGER(N, NAME, unsigned int, uint) __WP_INTEGER(N, NAME, short, short) \
  __WP_INTEGER(N, NAME, unsigned short, ushort) __WP_INTEGER(N, NAME, long long, ll) __WP_INTEGER(N, NAME, unsigned long long, ull) \
  __WP_WEAK signed char __##NAME##2char_rz(N); __WP_WEAK unsigned char __##NAME##2uchar_rz(N); \
  __WP_WEAK N __float2##NAME##_rd(float); __WP_WEAK N __float2##NAME##_ru(float);
__WP_INTEGERS(__half, half)
__WP_INTEGERS(__nv_bfloat16, bfloat16)
#undef __WP_INTEGERS
#undef __WP_INTEGER
#undef __WP_ROUNDED
__WP_FN __half __float2half_rn(float); __WP_FN __half __float2half_rz(float);
__WP_FN __half __double2half(double);
__WP_FN __half2 __float2half2_rn(float); __WP_FN __half2 __floats2half2_rn(float, float);
__WP_FN __half2 __float22half2_rn(float2); __WP_WEAK float2 __half22float2(__half2);
__WP_WEAK float __low2float(__half2); __WP_WEAK float __high2float(__half2);
__WP_FN __half __low2half(__half2); __WP_FN __half __high2half(__half2);
__WP_FN __half2 __half2half2(__half); __WP_FN __half2 __halves2half2(__half, __half);
__WP_WEAK __half2 make_half2(__half, __half);
__WP_WEAK __half2 __low2half2(__half2); __WP_WEAK __half2 __high2half2(__half2); __WP_FN __half2 __lowhigh2highlow(__half2);
__WP_FN int __half2int_rn(__half); __WP_FN int __half2int_rz(__half); __WP_FN unsigned int __half2uint_rn(__half);
__WP_FN __half __int2half_rn(int); __WP_FN __half __uint2half_rn(unsigned int); __WP_FN __half __short2half_rn(short);
__WP_FN __half __ushort2half_rn(unsigned short); __WP_FN __half __ll2half_rn(long long); __WP_FN __half __ull2half_rn(unsigned long long);
__WP_FN short __half2short_rn(__half); __WP_FN unsigned short __half2ushort_rn(__half); __WP_FN long long __half2ll_rn(__half);
__WP_FN unsigned long long __half2ull_rn(__half);
__WP_FN short __half_as_short(__half); __WP_FN unsigned short __half_as_ushort(__half);
__WP_FN __half __short_as_half(short); __WP_FN __half __ushort_as_half(unsigned short);
__WP_WEAK __half2 __lows2half2(__half2, __half2); __WP_WEAK __half2 __highs2half2(__half2, __half2);
__WP_WEAK __nv_bfloat162 __lows2bfloat162(__nv_bfloat162, __nv_bfloat162); __WP_WEAK __nv_bfloat162 __highs2bfloat162(__nv_bfloat162, __nv_bfloat162);
__WP_WEAK __nv_bfloat162 __low2bfloat162(__nv_bfloat162); __WP_WEAK __nv_bfloat162 __high2bfloat162(__nv_bfloat162); __WP_WEAK __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162);
__WP_FN __nv_bfloat16 __float2bfloat16_rn(float);
__WP_FN __nv_bfloat16 __double2bfloat16(double);
__WP_FN __nv_bfloat162 __float2bfloat162_rn(float); __WP_FN __nv_bfloat162 __floats2bfloat162_rn(float, float);
__WP_WEAK float2 __bfloat1622float2(__nv_bfloat162); __WP_WEAK __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16);
__WP_FN __nv_bfloat162 __halves2bfloat162(__nv_bfloat16, __nv_bfloat16);
__WP_FN __nv_bfloat16 __low2bfloat16(__nv_bfloat162); __WP_FN __nv_bfloat16 __high2bfloat16(__nv_bfloat162);
__WP_FN __nv_bfloat162 __float22bfloat162_rn(float2); __WP_WEAK float __low2float(__nv_bfloat162); __WP_WEAK float __high2float(__nv_bfloat162);
__WP_WEAK __nv_bfloat162 make_bfloat162(__nv_bfloat16, __nv_bfloat16);
__WP_FN __nv_bfloat16 __float2bfloat16_rz(float);
inline __WP_FN unsigned short __bfloat16_as_ushort(__nv_bfloat16 v) { return v.__x; }
inline __WP_FN short __bfloat16_as_short(__nv_bfloat16 v) { return (short)v.__x; }
inline __WP_FN __nv_bfloat16 __ushort_as_bfloat16(unsigned short v) { return __nv_bfloat16_raw{v}; }
inline __WP_FN __nv_bfloat16 __short_as_bfloat16(short v) { return __nv_bfloat16_raw{(unsigned short)v}; }

// Numbers of eight bits: the bits, and conversions whose results are unknown.
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
__WP_FN __nv_fp8_storage_t __nv_cvt_float_to_fp8(float, __nv_saturation_t, __nv_fp8_interpretation_t);
__WP_FN __nv_fp8_storage_t __nv_cvt_double_to_fp8(double, __nv_saturation_t, __nv_fp8_interpretation_t);
__WP_FN __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw, __nv_saturation_t, __nv_fp8_interpretation_t);
__WP_FN __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw, __nv_saturation_t, __nv_fp8_interpretation_t);
__WP_FN __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2, __nv_saturation_t, __nv_fp8_interpretation_t);
__WP_FN __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw, __nv_saturation_t, __nv_fp8_interpretation_t);
__WP_FN __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw, __nv_saturation_t, __nv_fp8_interpretation_t);
__WP_FN __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t, __nv_fp8_interpretation_t);
__WP_FN __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t, __nv_fp8_interpretation_t);
#define __WP_BYTE(T, T2, T4, KIND)                                                     \
  __WP_FN float __wp_##T##_to_float(__nv_fp8_storage_t);                       \
  __WP_FN float2 __wp_##T##x2_to_float2(__nv_fp8x2_storage_t);                 \
  __WP_FN float4 __wp_##T##x4_to_float4(__nv_fp8x4_storage_t);                 \
  __WP_FN __nv_fp8x4_storage_t __wp_##T##x4_from_float4(float4);               \
  struct T {                                                                   \
    __nv_fp8_storage_t __x;                                                    \
    T() = default;                                                             \
    __WP_FN explicit T(float v) : __x(__nv_cvt_float_to_fp8(v, __NV_SATFINITE, KIND)) {}  \
    __WP_FN explicit T(double v) : __x(__nv_cvt_float_to_fp8((float)v, __NV_SATFINITE, KIND)) {} \
    __WP_FN explicit T(int v) : __x(__nv_cvt_float_to_fp8((float)v, __NV_SATFINITE, KIND)) {} \
    __WP_FN explicit T(const __half v) : __x(__nv_cvt_float_to_fp8((float)v, __NV_SATFINITE, KIND)) {} \
    __WP_FN explicit T(const __nv_bfloat16 v) : __x(__nv_cvt_float_to_fp8((float)v, __NV_SATFINITE, KIND)) {} \
    __WP_FN explicit operator float() const { return __wp_##T##_to_float(__x); } \
    __WP_FN explicit operator double() const { return __wp_##T##_to_float(__x); } \
    __WP_FN explicit operator __half() const { return __half(__wp_##T##_to_float(__x)); } \
    __WP_FN explicit operator __nv_bfloat16() const { return __nv_bfloat16(__wp_##T##_to_float(__x)); } \
  };                                                                           \
  struct __attribute__((aligned(2))) T2 {                            \
    __nv_fp8x2_storage_t __x;                                                  \
    T2() = default;                                                  \
    __WP_FN explicit T2(float2 v) : __x(__nv_cvt_float2_to_fp8x2(v, __NV_SATFINITE, KIND)) {} \
    __WP_FN explicit operator float2() const { return __wp_##T##x2_to_float2(__x); } \
  };                                                                           \
  struct __attribute__((aligned(4))) T4 {                            \
    __nv_fp8x4_storage_t __x;                                                  \
    T4() = default;                                                  \
    __WP_FN explicit T4(float4 v) : __x(__wp_##T##x4_from_float4(v)) {} \
    __WP_FN explicit operator float4() const { return __wp_##T##x4_to_float4(__x); } \
  };
__WP_BYTE(__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3, __NV_E4M3)
__WP_BYTE(__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2, __NV_E5M2)
#undef __WP_BYTE
