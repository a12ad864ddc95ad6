// Operators and functions of vectors that the samples' headers provide and many kernels assume.
//
// Each is a template with an unused parameter: a file's own function of the same signature is then preferred instead of
// clashing. The explicit instantiations give each body a place in the syntax tree of the prelude.

#pragma once

#define __WP_DEFINE(RESULT, NAME, PARAMETERS, TYPES, ...)                      \
  __WP_WEAK inline RESULT NAME PARAMETERS { __VA_ARGS__ }     \
  template __WP_FN RESULT NAME<0> TYPES;

#define __WP_OP2(V, S, OP) \
  __WP_DEFINE(V, operator OP, (V a, V b), (V, V), return make_##V(a.x OP b.x, a.y OP b.y);) \
  __WP_DEFINE(V, operator OP, (V a, S b), (V, S), return make_##V(a.x OP b, a.y OP b);) \
  __WP_DEFINE(V, operator OP, (S a, V b), (S, V), return make_##V(a OP b.x, a OP b.y);) \
  __WP_DEFINE(void, operator OP##=, (V &a, V b), (V &, V), a.x OP##= b.x; a.y OP##= b.y;) \
  __WP_DEFINE(void, operator OP##=, (V &a, S b), (V &, S), a.x OP##= b; a.y OP##= b;)
#define __WP_OP3(V, S, OP) \
  __WP_DEFINE(V, operator OP, (V a, V b), (V, V), return make_##V(a.x OP b.x, a.y OP b.y, a.z OP b.z);) \
  __WP_DEFINE(V, operator OP, (V a, S b), (V, S), return make_##V(a.x OP b, a.y OP b, a.z OP b);) \
  __WP_DEFINE(V, operator OP, (S a, V b), (S, V), return make_##V(a OP b.x, a OP b.y, a OP b.z);) \
  __WP_DEFINE(void, operator OP##=, (V &a, V b), (V &, V), a.x OP##= b.x; a.y OP##= b.y; a.z OP##= b.z;) \
  __WP_DEFINE(void, operator OP##=, (V &a, S b), (V &, S), a.x OP##= b; a.y OP##= b; a.z OP##= b;)
#define __WP_OP4(V, S, OP) \
  __WP_DEFINE(V, operator OP, (V a, V b), (V, V), return make_##V(a.x OP b.x, a.y OP b.y, a.z OP b.z, a.w OP b.w);) \
  __WP_DEFINE(V, operator OP, (V a, S b), (V, S), return make_##V(a.x OP b, a.y OP b, a.z OP b, a.w OP b);) \
  __WP_DEFINE(V, operator OP, (S a, V b), (S, V), return make_##V(a OP b.x, a OP b.y, a OP b.z, a OP b.w);) \
  __WP_DEFINE(void, operator OP##=, (V &a, V b), (V &, V), a.x OP##= b.x; a.y OP##= b.y; a.z OP##= b.z; a.w OP##= b.w;) \
  __WP_DEFINE(void, operator OP##=, (V &a, S b), (V &, S), a.x OP##= b; a.y OP##= b; a.z OP##= b; a.w OP##= b;)
#define __WP_OPERATORS(N, V, S) __WP_OP##N(V, S, +) __WP_OP##N(V, S, -) __WP_OP##N(V, S, *) __WP_OP##N(V, S, /)
__WP_OPERATORS(2, float2, float) __WP_OPERATORS(3, float3, float) __WP_OPERATORS(4, float4, float)
__WP_OPERATORS(2, int2, int) __WP_OPERATORS(3, int3, int) __WP_OPERATORS(4, int4, int)
__WP_OPERATORS(2, uint2, unsigned int) __WP_OPERATORS(3, uint3, unsigned int) __WP_OPERATORS(4, uint4, unsigned int)
__WP_OPERATORS(2, double2, double) __WP_OPERATORS(3, double3, double) __WP_OPERATORS(4, double4, double)
#undef __WP_OPERATORS

#define __WP_SIGNED(V2, V3, V4) \
  __WP_DEFINE(V2, operator-, (V2 a), (V2), return make_##V2(-a.x, -a.y);) \
  __WP_DEFINE(V3, operator-, (V3 a), (V3), return make_##V3(-a.x, -a.y, -a.z);) \
  __WP_DEFINE(V4, operator-, (V4 a), (V4), return make_##V4(-a.x, -a.y, -a.z, -a.w);)
__WP_SIGNED(float2, float3, float4) __WP_SIGNED(int2, int3, int4) __WP_SIGNED(double2, double3, double4)
#undef __WP_SIGNED

// Vectors from a scalar, from shorter and from longer vectors, and from other elements.
#define __WP_FROM(V, T) \
  __WP_DEFINE(V##2, make_##V##2, (T s), (T), return make_##V##2(s, s);) \
  __WP_DEFINE(V##3, make_##V##3, (T s), (T), return make_##V##3(s, s, s);) \
  __WP_DEFINE(V##4, make_##V##4, (T s), (T), return make_##V##4(s, s, s, s);) \
  __WP_DEFINE(V##2, make_##V##2, (V##3 a), (V##3), return make_##V##2(a.x, a.y);) \
  __WP_DEFINE(V##2, make_##V##2, (V##4 a), (V##4), return make_##V##2(a.x, a.y);) \
  __WP_DEFINE(V##3, make_##V##3, (V##2 a), (V##2), return make_##V##3(a.x, a.y, 0);) \
  __WP_DEFINE(V##3, make_##V##3, (V##2 a, T s), (V##2, T), return make_##V##3(a.x, a.y, s);) \
  __WP_DEFINE(V##3, make_##V##3, (V##4 a), (V##4), return make_##V##3(a.x, a.y, a.z);) \
  __WP_DEFINE(V##4, make_##V##4, (V##3 a), (V##3), return make_##V##4(a.x, a.y, a.z, 0);) \
  __WP_DEFINE(V##4, make_##V##4, (V##3 a, T s), (V##3, T), return make_##V##4(a.x, a.y, a.z, s);)
__WP_FROM(float, float) __WP_FROM(int, int) __WP_FROM(uint, unsigned int) __WP_FROM(double, double)
#undef __WP_FROM
#define __WP_CAST(V, T, W) \
  __WP_DEFINE(V##2, make_##V##2, (W##2 a), (W##2), return make_##V##2((T)a.x, (T)a.y);) \
  __WP_DEFINE(V##3, make_##V##3, (W##3 a), (W##3), return make_##V##3((T)a.x, (T)a.y, (T)a.z);) \
  __WP_DEFINE(V##4, make_##V##4, (W##4 a), (W##4), return make_##V##4((T)a.x, (T)a.y, (T)a.z, (T)a.w);)
__WP_CAST(float, float, int) __WP_CAST(float, float, uint) __WP_CAST(int, int, float) __WP_CAST(int, int, uint)
__WP_CAST(uint, unsigned int, int)
#undef __WP_CAST

#define __WP_LANES(F, V2, V3, V4, T) \
  __WP_DEFINE(V2, F, (V2 a, V2 b), (V2, V2), return make_##V2(F(a.x, b.x), F(a.y, b.y));) \
  __WP_DEFINE(V3, F, (V3 a, V3 b), (V3, V3), return make_##V3(F(a.x, b.x), F(a.y, b.y), F(a.z, b.z));) \
  __WP_DEFINE(V4, F, (V4 a, V4 b), (V4, V4), return make_##V4(F(a.x, b.x), F(a.y, b.y), F(a.z, b.z), F(a.w, b.w));)
__WP_LANES(fminf, float2, float3, float4, float) __WP_LANES(fmaxf, float2, float3, float4, float)
__WP_LANES(fmodf, float2, float3, float4, float)
__WP_LANES(min, int2, int3, int4, int) __WP_LANES(max, int2, int3, int4, int)
__WP_LANES(min, uint2, uint3, uint4, unsigned int) __WP_LANES(max, uint2, uint3, uint4, unsigned int)
#undef __WP_LANES

#define __WP_DOT(V2, V3, V4, T) \
  __WP_DEFINE(T, dot, (V2 a, V2 b), (V2, V2), return a.x * b.x + a.y * b.y;) \
  __WP_DEFINE(T, dot, (V3 a, V3 b), (V3, V3), return a.x * b.x + a.y * b.y + a.z * b.z;) \
  __WP_DEFINE(T, dot, (V4 a, V4 b), (V4, V4), return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;)
__WP_DOT(float2, float3, float4, float) __WP_DOT(int2, int3, int4, int) __WP_DOT(uint2, uint3, uint4, unsigned int)
#undef __WP_DOT

// As in the samples, the upper bound is applied first: it matters if the bounds are in the wrong order.
#define __WP_CLAMP(T) __WP_DEFINE(T, clamp, (T v, T low, T high), (T, T, T), T least = v < high ? v : high; return least < low ? low : least;)
__WP_DEFINE(float, clamp, (float v, float low, float high), (float, float, float), return fmaxf(low, fminf(v, high));)
__WP_CLAMP(int) __WP_CLAMP(unsigned int)
#undef __WP_CLAMP
__WP_DEFINE(float, lerp, (float a, float b, float t), (float, float, float), return a + t * (b - a);)
__WP_DEFINE(float, smoothstep, (float a, float b, float x), (float, float, float), float y = clamp((x - a) / (b - a), 0.0f, 1.0f); return y * y * (3.0f - 2.0f * y);)

#define __WP_GEOMETRY(V, EACH) \
  __WP_DEFINE(float, length, (V v), (V), return sqrtf(dot(v, v));) \
  __WP_DEFINE(V, normalize, (V v), (V), return v * rsqrtf(dot(v, v));) \
  __WP_DEFINE(V, reflect, (V i, V n), (V, V), return i - 2.0f * n * dot(n, i);) \
  __WP_DEFINE(V, lerp, (V a, V b, float t), (V, V, float), return a + t * (b - a);) \
  __WP_DEFINE(V, clamp, (V v, float a, float b), (V, float, float), return fmaxf(make_##V(a), fminf(v, make_##V(b)));) \
  __WP_DEFINE(V, clamp, (V v, V a, V b), (V, V, V), return fmaxf(a, fminf(v, b));) \
  __WP_DEFINE(V, floorf, (V v), (V), return make_##V(EACH(floorf));) \
  __WP_DEFINE(V, fabs, (V v), (V), return make_##V(EACH(fabsf));) \
  __WP_DEFINE(V, fracf, (V v), (V), return v - floorf(v);)
#define __WP_EACH2(F) F(v.x), F(v.y)
#define __WP_EACH3(F) F(v.x), F(v.y), F(v.z)
#define __WP_EACH4(F) F(v.x), F(v.y), F(v.z), F(v.w)
__WP_GEOMETRY(float2, __WP_EACH2) __WP_GEOMETRY(float3, __WP_EACH3) __WP_GEOMETRY(float4, __WP_EACH4)
#undef __WP_GEOMETRY
__WP_DEFINE(float3, cross, (float3 a, float3 b), (float3, float3), return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);)
