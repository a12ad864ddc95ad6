// Mathematical functions, integer and floating intrinsics, conversions, and the constants of math_constants.h.

#pragma once

// NAME for double and float, NAMEf for float.
#define __WP_UNARY(NAME) __WP_WEAK double NAME(double); __WP_WEAK float NAME(float); __WP_WEAK float NAME##f(float);
#define __WP_BINARY(NAME)                                                       \
  __WP_WEAK double NAME(double, double); __WP_WEAK float NAME(float, float);       \
  __WP_WEAK double NAME(double, float); __WP_WEAK double NAME(float, double);      \
  __WP_WEAK float NAME##f(float, float);
#define __WP_TERNARY(NAME)                                                       \
  __WP_WEAK double NAME(double, double, double); __WP_WEAK float NAME(float, float, float); \
  __WP_WEAK float NAME##f(float, float, float);

__WP_UNARY(sin) __WP_UNARY(cos) __WP_UNARY(tan) __WP_UNARY(asin) __WP_UNARY(acos) __WP_UNARY(atan)
__WP_UNARY(sinh) __WP_UNARY(cosh) __WP_UNARY(tanh) __WP_UNARY(asinh) __WP_UNARY(acosh) __WP_UNARY(atanh)
__WP_UNARY(sinpi) __WP_UNARY(cospi) __WP_UNARY(exp) __WP_UNARY(exp2) __WP_UNARY(exp10) __WP_UNARY(expm1)
__WP_UNARY(log) __WP_UNARY(log2) __WP_UNARY(log10) __WP_UNARY(log1p) __WP_UNARY(logb)
__WP_UNARY(sqrt) __WP_UNARY(rsqrt) __WP_UNARY(cbrt) __WP_UNARY(rcbrt)
__WP_UNARY(erf) __WP_UNARY(erfc) __WP_UNARY(erfinv) __WP_UNARY(erfcinv) __WP_UNARY(erfcx) __WP_UNARY(normcdf) __WP_UNARY(normcdfinv)
__WP_UNARY(lgamma) __WP_UNARY(tgamma) __WP_UNARY(j0) __WP_UNARY(j1) __WP_UNARY(y0) __WP_UNARY(y1)
__WP_UNARY(cyl_bessel_i0) __WP_UNARY(cyl_bessel_i1)
__WP_UNARY(ceil) __WP_UNARY(floor) __WP_UNARY(trunc) __WP_UNARY(round) __WP_UNARY(rint) __WP_UNARY(nearbyint) __WP_UNARY(fabs)
__WP_BINARY(pow) __WP_BINARY(atan2) __WP_BINARY(fmod) __WP_BINARY(remainder) __WP_BINARY(hypot) __WP_BINARY(rhypot)
__WP_BINARY(fmin) __WP_BINARY(fmax) __WP_BINARY(fdim) __WP_BINARY(copysign) __WP_BINARY(nextafter)
__WP_TERNARY(fma) __WP_TERNARY(norm3d) __WP_TERNARY(rnorm3d)
#undef __WP_UNARY
#undef __WP_BINARY
#undef __WP_TERNARY

// The overloads for integers that <cmath> gives.
__WP_WEAK double pow(double, int);
__WP_WEAK float pow(float, int);
__WP_WEAK double pow(int, int);
__WP_WEAK double pow(int, double);
#define __WP_OF_INTEGER(NAME) \
  __WP_WEAK double NAME(int); __WP_WEAK double NAME(unsigned int); __WP_WEAK double NAME(long); \
  __WP_WEAK double NAME(unsigned long); __WP_WEAK double NAME(long long); __WP_WEAK double NAME(unsigned long long);
__WP_OF_INTEGER(sqrt) __WP_OF_INTEGER(exp) __WP_OF_INTEGER(log) __WP_OF_INTEGER(log2) __WP_OF_INTEGER(log10)
__WP_OF_INTEGER(sin) __WP_OF_INTEGER(cos) __WP_OF_INTEGER(tan) __WP_OF_INTEGER(fabs) __WP_OF_INTEGER(ceil) __WP_OF_INTEGER(floor)
#undef __WP_OF_INTEGER

#define __WP_FLOATING(T, F)                                                    \
  __WP_WEAK void sincos##F(T, T *, T *);                                         \
  __WP_WEAK void sincospi##F(T, T *, T *);                                       \
  __WP_WEAK T frexp##F(T, int *);                                                \
  __WP_WEAK T ldexp##F(T, int);                                                  \
  __WP_WEAK T modf##F(T, T *);                                                   \
  __WP_WEAK T remquo##F(T, T, int *);                                            \
  __WP_WEAK T scalbn##F(T, int);                                                 \
  __WP_WEAK T scalbln##F(T, long);                                               \
  __WP_WEAK T jn##F(int, T);                                                     \
  __WP_WEAK T yn##F(int, T);                                                     \
  __WP_WEAK T norm4d##F(T, T, T, T);                                             \
  __WP_WEAK T rnorm4d##F(T, T, T, T);                                            \
  __WP_WEAK T norm##F(int, const T *);                                           \
  __WP_WEAK T rnorm##F(int, const T *);                                          \
  __WP_WEAK T nan##F(const char *);                                              \
  __WP_WEAK int ilogb##F(T);                                                     \
  __WP_WEAK long lrint##F(T);                                                    \
  __WP_WEAK long long llrint##F(T);                                              \
  __WP_WEAK long lround##F(T);                                                   \
  __WP_WEAK long long llround##F(T);
__WP_FLOATING(double, ) __WP_FLOATING(float, f)
#undef __WP_FLOATING
__WP_WEAK float ldexp(float, int);
__WP_WEAK float modf(float, float *);
__WP_WEAK float frexp(float, int *);
__WP_WEAK void sincos(float, float *, float *);
__WP_WEAK float fdividef(float, float);

#define __WP_CLASSIFY(T)                                                       \
  __WP_WEAK bool isnan(T); __WP_WEAK bool isinf(T); __WP_WEAK bool isfinite(T); __WP_WEAK bool isnormal(T); __WP_WEAK bool signbit(T);
__WP_CLASSIFY(float) __WP_CLASSIFY(double)
#undef __WP_CLASSIFY
__WP_WEAK int finite(double);
__WP_WEAK int finitef(float);
__WP_WEAK int isnanf(float);
__WP_WEAK int isinff(float);

__WP_WEAK int abs(int);
__WP_WEAK long abs(long);
__WP_WEAK long long abs(long long);
__WP_WEAK float abs(float);
__WP_WEAK double abs(double);
__WP_WEAK long labs(long);
__WP_WEAK long long llabs(long long);

#define __WP_MINMAX(L, R, T) __WP_WEAK T min(L, R); __WP_WEAK T max(L, R);
__WP_MINMAX(int, int, int)
__WP_MINMAX(unsigned int, unsigned int, unsigned int)
__WP_MINMAX(int, unsigned int, unsigned int)
__WP_MINMAX(unsigned int, int, unsigned int)
__WP_MINMAX(long, long, long)
__WP_MINMAX(unsigned long, unsigned long, unsigned long)
__WP_MINMAX(long, unsigned long, unsigned long)
__WP_MINMAX(unsigned long, long, unsigned long)
__WP_MINMAX(long long, long long, long long)
__WP_MINMAX(unsigned long long, unsigned long long, unsigned long long)
__WP_MINMAX(long long, unsigned long long, unsigned long long)
__WP_MINMAX(unsigned long long, long long, unsigned long long)
__WP_MINMAX(float, float, float)
__WP_MINMAX(double, double, double)
__WP_MINMAX(float, double, double)
__WP_MINMAX(double, float, double)
#undef __WP_MINMAX
__WP_WEAK unsigned int umin(unsigned int, unsigned int);
__WP_WEAK unsigned int umax(unsigned int, unsigned int);
__WP_WEAK long long llmin(long long, long long);
__WP_WEAK long long llmax(long long, long long);
__WP_WEAK unsigned long long ullmin(unsigned long long, unsigned long long);
__WP_WEAK unsigned long long ullmax(unsigned long long, unsigned long long);

// Fast single-precision intrinsics.
__WP_WEAK float __sinf(float); __WP_WEAK float __cosf(float); __WP_WEAK float __tanf(float);
__WP_WEAK float __expf(float); __WP_WEAK float __exp10f(float);
__WP_WEAK float __logf(float); __WP_WEAK float __log2f(float); __WP_WEAK float __log10f(float);
__WP_WEAK float __powf(float, float);
__WP_WEAK float __fdividef(float, float);
__WP_WEAK float __saturatef(float);
#ifndef __WP_PLAIN
__WP_WEAK float saturate(float);
#endif
__WP_WEAK void __sincosf(float, float *, float *);
__WP_WEAK float __frsqrt_rn(float);

// Arithmetic with a stated rounding.
#define __WP_ROUNDED(T, P, R)                                                  \
  __WP_WEAK T __##P##add_##R(T, T); __WP_WEAK T __##P##sub_##R(T, T);              \
  __WP_WEAK T __##P##mul_##R(T, T); __WP_WEAK T __##P##div_##R(T, T);              \
  __WP_WEAK T __##P##rcp_##R(T); __WP_WEAK T __##P##sqrt_##R(T);
__WP_ROUNDED(float, f, rn) __WP_ROUNDED(float, f, rz) __WP_ROUNDED(float, f, ru) __WP_ROUNDED(float, f, rd)
__WP_ROUNDED(double, d, rn) __WP_ROUNDED(double, d, rz) __WP_ROUNDED(double, d, ru) __WP_ROUNDED(double, d, rd)
#undef __WP_ROUNDED
__WP_WEAK float __fmaf_rn(float, float, float); __WP_WEAK float __fmaf_rz(float, float, float);
__WP_WEAK float __fmaf_ru(float, float, float); __WP_WEAK float __fmaf_rd(float, float, float);
__WP_WEAK double __fma_rn(double, double, double); __WP_WEAK double __fma_rz(double, double, double);
__WP_WEAK double __fma_ru(double, double, double); __WP_WEAK double __fma_rd(double, double, double);

// Conversions with a stated rounding.
#define __WP_CONVERT(R)                                                        \
  __WP_WEAK int __float2int_##R(float); __WP_WEAK unsigned int __float2uint_##R(float); \
  __WP_WEAK long long __float2ll_##R(float); __WP_WEAK unsigned long long __float2ull_##R(float); \
  __WP_WEAK int __double2int_##R(double); __WP_WEAK unsigned int __double2uint_##R(double); \
  __WP_WEAK long long __double2ll_##R(double); __WP_WEAK unsigned long long __double2ull_##R(double); \
  __WP_WEAK float __double2float_##R(double);                                    \
  __WP_WEAK float __int2float_##R(int); __WP_WEAK float __uint2float_##R(unsigned int); \
  __WP_WEAK float __ll2float_##R(long long); __WP_WEAK float __ull2float_##R(unsigned long long); \
  __WP_WEAK double __ll2double_##R(long long); __WP_WEAK double __ull2double_##R(unsigned long long);
__WP_CONVERT(rn) __WP_CONVERT(rz) __WP_CONVERT(ru) __WP_CONVERT(rd)
#undef __WP_CONVERT
__WP_WEAK double __int2double_rn(int);
__WP_WEAK double __uint2double_rn(unsigned int);
#ifndef __WP_PLAIN
__WP_WEAK int float2int(float);
#endif

// The same bits as another type.
__WP_WEAK int __float_as_int(float);
__WP_WEAK unsigned int __float_as_uint(float);
__WP_WEAK float __int_as_float(int);
__WP_WEAK float __uint_as_float(unsigned int);
__WP_WEAK long long __double_as_longlong(double);
__WP_WEAK double __longlong_as_double(long long);
__WP_WEAK int __double2hiint(double);
__WP_WEAK int __double2loint(double);
__WP_WEAK double __hiloint2double(int, int);

// Integer intrinsics.
__WP_WEAK int __mul24(int, int); __WP_WEAK unsigned int __umul24(unsigned int, unsigned int);
#ifndef __WP_PLAIN
__WP_WEAK int mul24(int, int); __WP_WEAK unsigned int umul24(unsigned int, unsigned int);
#endif
__WP_WEAK int __mulhi(int, int); __WP_WEAK unsigned int __umulhi(unsigned int, unsigned int);
#ifndef __WP_PLAIN
__WP_WEAK int mulhi(int, int);
#endif
__WP_WEAK long long __mul64hi(long long, long long);
__WP_WEAK unsigned long long __umul64hi(unsigned long long, unsigned long long);
__WP_WEAK int __popc(unsigned int); __WP_WEAK int __popcll(unsigned long long);
__WP_WEAK int __clz(int); __WP_WEAK int __clzll(long long);
__WP_WEAK int __ffs(int); __WP_WEAK int __ffsll(long long);
__WP_WEAK unsigned int __fns(unsigned int, unsigned int, int);
__WP_WEAK unsigned int __brev(unsigned int); __WP_WEAK unsigned long long __brevll(unsigned long long);
__WP_WEAK unsigned int __sad(int, int, unsigned int);
__WP_WEAK unsigned int __usad(unsigned int, unsigned int, unsigned int);
__WP_WEAK int __hadd(int, int); __WP_WEAK int __rhadd(int, int);
__WP_WEAK unsigned int __uhadd(unsigned int, unsigned int); __WP_WEAK unsigned int __urhadd(unsigned int, unsigned int);
__WP_WEAK unsigned int __byte_perm(unsigned int, unsigned int, unsigned int);
__WP_WEAK unsigned int __funnelshift_l(unsigned int, unsigned int, unsigned int);
__WP_WEAK unsigned int __funnelshift_r(unsigned int, unsigned int, unsigned int);
__WP_WEAK unsigned int __funnelshift_lc(unsigned int, unsigned int, unsigned int);
__WP_WEAK unsigned int __funnelshift_rc(unsigned int, unsigned int, unsigned int);
__WP_WEAK int __dp4a(int, int, int); __WP_WEAK unsigned int __dp4a(unsigned int, unsigned int, unsigned int);
__WP_WEAK int __dp2a_lo(int, int, int); __WP_WEAK int __dp2a_hi(int, int, int);

// Two or four lanes in one word.
#define __WP_SIMD2(NAME) __WP_WEAK unsigned int NAME##2(unsigned int, unsigned int); __WP_WEAK unsigned int NAME##4(unsigned int, unsigned int);
#define __WP_SIMD1(NAME) __WP_WEAK unsigned int NAME##2(unsigned int); __WP_WEAK unsigned int NAME##4(unsigned int);
__WP_SIMD2(__vadd) __WP_SIMD2(__vaddss) __WP_SIMD2(__vaddus) __WP_SIMD2(__vsub) __WP_SIMD2(__vsubss) __WP_SIMD2(__vsubus)
__WP_SIMD2(__vavgs) __WP_SIMD2(__vavgu) __WP_SIMD2(__vhaddu) __WP_SIMD2(__vabsdiffs) __WP_SIMD2(__vabsdiffu)
__WP_SIMD2(__vmaxs) __WP_SIMD2(__vmaxu) __WP_SIMD2(__vmins) __WP_SIMD2(__vminu) __WP_SIMD2(__vsads) __WP_SIMD2(__vsadu)
__WP_SIMD2(__vcmpeq) __WP_SIMD2(__vcmpne) __WP_SIMD2(__vcmpges) __WP_SIMD2(__vcmpgeu) __WP_SIMD2(__vcmpgts) __WP_SIMD2(__vcmpgtu)
__WP_SIMD2(__vcmples) __WP_SIMD2(__vcmpleu) __WP_SIMD2(__vcmplts) __WP_SIMD2(__vcmpltu)
__WP_SIMD2(__vseteq) __WP_SIMD2(__vsetne) __WP_SIMD2(__vsetges) __WP_SIMD2(__vsetgeu) __WP_SIMD2(__vsetgts) __WP_SIMD2(__vsetgtu)
__WP_SIMD2(__vsetles) __WP_SIMD2(__vsetleu) __WP_SIMD2(__vsetlts) __WP_SIMD2(__vsetltu)
__WP_SIMD1(__vabs) __WP_SIMD1(__vabsss) __WP_SIMD1(__vneg) __WP_SIMD1(__vnegss)
#undef __WP_SIMD1
#undef __WP_SIMD2

#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define MAXFLOAT 3.40282346638528859812e+38f

#define CUDART_INF_F __int_as_float(0x7f800000)
#define CUDART_NAN_F __int_as_float(0x7fffffff)
#define CUDART_MIN_DENORM_F __int_as_float(0x00000001)
#define CUDART_MAX_NORMAL_F __int_as_float(0x7f7fffff)
#define CUDART_NEG_ZERO_F __int_as_float(0x80000000)
#define CUDART_INF __longlong_as_double(0x7ff0000000000000LL)
#define CUDART_NAN __longlong_as_double(0x7fffffffffffffffLL)
#define CUDART_NEG_ZERO __longlong_as_double(0x8000000000000000LL)
#define CUDART_ZERO_F 0.0f
#define CUDART_ONE_F 1.0f
#define CUDART_SQRT_HALF_F 0.70710678118654752f
#define CUDART_SQRT_TWO_F 1.41421356237309505f
#define CUDART_THIRD_F 0.33333333333333333f
#define CUDART_PIO4_F 0.78539816339744831f
#define CUDART_PIO2_F 1.57079632679489662f
#define CUDART_3PIO4_F 2.35619449019234493f
#define CUDART_2_OVER_PI_F 0.63661977236758134f
#define CUDART_SQRT_2_OVER_PI_F 0.79788456080286536f
#define CUDART_PI_F 3.14159265358979324f
#define CUDART_L2E_F 1.44269504088896341f
#define CUDART_L2T_F 3.32192809488736235f
#define CUDART_LG2_F 0.30102999566398120f
#define CUDART_LGE_F 0.43429448190325183f
#define CUDART_LN2_F 0.69314718055994531f
#define CUDART_LNT_F 2.30258509299404568f
#define CUDART_LNPI_F 1.14472988584940017f
#define CUDART_TWO_TO_M126_F 1.17549435e-38f
#define CUDART_TWO_TO_126_F 8.50705917e37f
#define CUDART_NORM_HUGE_F 3.40282347e38f
#define CUDART_TWO_TO_23_F 8388608.0f
#define CUDART_TWO_TO_24_F 16777216.0f
#define CUDART_TWO_TO_31_F 2147483648.0f
#define CUDART_TWO_TO_32_F 4294967296.0f
#define CUDART_ZERO 0.0
#define CUDART_ONE 1.0
#define CUDART_SQRT_TWO 1.41421356237309505
#define CUDART_SQRT_HALF 0.70710678118654752
#define CUDART_THIRD 0.33333333333333333
#define CUDART_TWOTHIRD 0.66666666666666667
#define CUDART_PIO4 0.78539816339744831
#define CUDART_PIO2 1.57079632679489662
#define CUDART_3PIO4 2.35619449019234493
#define CUDART_2_OVER_PI 0.63661977236758134
#define CUDART_PI 3.14159265358979324
#define CUDART_SQRT_2PI 2.50662827463100050
#define CUDART_SQRT_PIO2 1.25331413731550025
#define CUDART_SQRT_2OPI 0.79788456080286536
#define CUDART_L2E 1.44269504088896341
#define CUDART_L2T 3.32192809488736235
#define CUDART_LG2 0.30102999566398120
#define CUDART_LGE 0.43429448190325183
#define CUDART_LN2 0.69314718055994531
#define CUDART_LNT 2.30258509299404568
#define CUDART_LNPI 1.14472988584940017
