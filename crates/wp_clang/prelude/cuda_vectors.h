// Vector types with the sizes and alignments of the CUDA C++ programming guide, `dim3`, and the `make_` functions.

#pragma once

#define __WP_VECTOR(NAME, TYPE, ALIGN2, ALIGN4)                                            \
  struct NAME##1 { TYPE x; };                                                              \
  struct __attribute__((aligned(ALIGN2))) NAME##2 { TYPE x, y; };                          \
  struct NAME##3 { TYPE x, y, z; };                                                        \
  struct __attribute__((aligned(ALIGN4))) NAME##4 { TYPE x, y, z, w; };                    \
  __WP_FN inline NAME##1 make_##NAME##1(TYPE x) { NAME##1 v = {x}; return v; }             \
  __WP_FN inline NAME##2 make_##NAME##2(TYPE x, TYPE y) { NAME##2 v = {x, y}; return v; }  \
  __WP_FN inline NAME##3 make_##NAME##3(TYPE x, TYPE y, TYPE z) { NAME##3 v = {x, y, z}; return v; } \
  __WP_FN inline NAME##4 make_##NAME##4(TYPE x, TYPE y, TYPE z, TYPE w) { NAME##4 v = {x, y, z, w}; return v; }

__WP_VECTOR(char, signed char, 2, 4)
__WP_VECTOR(uchar, unsigned char, 2, 4)
__WP_VECTOR(short, short, 4, 8)
__WP_VECTOR(ushort, unsigned short, 4, 8)
__WP_VECTOR(int, int, 8, 16)
__WP_VECTOR(uint, unsigned int, 8, 16)
__WP_VECTOR(long, long, 16, 16)
__WP_VECTOR(ulong, unsigned long, 16, 16)
__WP_VECTOR(longlong, long long, 16, 16)
__WP_VECTOR(ulonglong, unsigned long long, 16, 16)
__WP_VECTOR(float, float, 8, 16)
__WP_VECTOR(double, double, 16, 16)
#undef __WP_VECTOR

struct dim3 {
  unsigned int x, y, z;
  __WP_FN constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
  __WP_FN constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __WP_FN constexpr operator uint3() const { return uint3{x, y, z}; }
};
