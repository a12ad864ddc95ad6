// Declarations that programs of the oracle use on both sides: integer types, csmith's arithmetic without undefined
// behaviour, and `emit`, which stores a result. `out[0]` is the number of results.
#ifndef ORACLE_RUNTIME_H
#define ORACLE_RUNTIME_H

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;

inline void emit(uint64_t *out, uint64_t value) {
    if (out[0] + 1 < ORACLE_WORDS) {
        out[0] += 1;
        out[out[0]] = value;
    }
}

// csmith's checksum of a variable: (value, name, whether to print).
inline void emit(uint64_t *out, uint64_t value, const char *, int) { emit(out, value); }
inline void emit_bytes(uint64_t *out, const volatile void *data, int count, const char *, int) {
    for (int i = 0; i < count; i++) emit(out, ((const volatile unsigned char *)data)[i]);
}

#define ORACLE_SIGNED(T, U, BITS) \
    inline T safe_unary_minus_func_##T##_s(T a) { return (T)(U)(0 - (U)a); } \
    inline T safe_add_func_##T##_s_s(T a, T b) { return (T)(U)((U)a + (U)b); } \
    inline T safe_sub_func_##T##_s_s(T a, T b) { return (T)(U)((U)a - (U)b); } \
    inline T safe_mul_func_##T##_s_s(T a, T b) { return (T)(U)((uint64_t)a * (uint64_t)b); } \
    inline T safe_mod_func_##T##_s_s(T a, T b) { return b == 0 || b == -1 ? a : (T)(a % b); } \
    inline T safe_div_func_##T##_s_s(T a, T b) { return b == 0 || b == -1 ? a : (T)(a / b); } \
    inline T safe_lshift_func_##T##_s_s(T a, int b) { return b < 0 || b >= BITS ? a : (T)(U)((uint64_t)a << b); } \
    inline T safe_lshift_func_##T##_s_u(T a, unsigned b) { return b >= BITS ? a : (T)(U)((uint64_t)a << b); } \
    inline T safe_rshift_func_##T##_s_s(T a, int b) { return b < 0 || b >= BITS ? a : (T)(a >> b); } \
    inline T safe_rshift_func_##T##_s_u(T a, unsigned b) { return b >= BITS ? a : (T)(a >> b); }
#define ORACLE_UNSIGNED(T, BITS) \
    inline T safe_unary_minus_func_##T##_u(T a) { return (T)(0 - a); } \
    inline T safe_add_func_##T##_u_u(T a, T b) { return (T)(a + b); } \
    inline T safe_sub_func_##T##_u_u(T a, T b) { return (T)(a - b); } \
    inline T safe_mul_func_##T##_u_u(T a, T b) { return (T)((uint64_t)a * b); } \
    inline T safe_mod_func_##T##_u_u(T a, T b) { return b == 0 ? a : (T)(a % b); } \
    inline T safe_div_func_##T##_u_u(T a, T b) { return b == 0 ? a : (T)(a / b); } \
    inline T safe_lshift_func_##T##_u_s(T a, int b) { return b < 0 || b >= BITS ? a : (T)((uint64_t)a << b); } \
    inline T safe_lshift_func_##T##_u_u(T a, unsigned b) { return b >= BITS ? a : (T)((uint64_t)a << b); } \
    inline T safe_rshift_func_##T##_u_s(T a, int b) { return b < 0 || b >= BITS ? a : (T)(a >> b); } \
    inline T safe_rshift_func_##T##_u_u(T a, unsigned b) { return b >= BITS ? a : (T)(a >> b); }
ORACLE_SIGNED(int8_t, uint8_t, 8)
ORACLE_SIGNED(int16_t, uint16_t, 16)
ORACLE_SIGNED(int32_t, uint32_t, 32)
ORACLE_SIGNED(int64_t, uint64_t, 64)
ORACLE_UNSIGNED(uint8_t, 8)
ORACLE_UNSIGNED(uint16_t, 16)
ORACLE_UNSIGNED(uint32_t, 32)
ORACLE_UNSIGNED(uint64_t, 64)

// Floats stay in a range in which nothing overflows.
inline float safe_bounded_float(float a) { return a > -1e9f && a < 1e9f ? a : 1.5f; }
inline float safe_add_func_float_f_f(float a, float b) { return safe_bounded_float(a) + safe_bounded_float(b); }
inline float safe_sub_func_float_f_f(float a, float b) { return safe_bounded_float(a) - safe_bounded_float(b); }
inline float safe_mul_func_float_f_f(float a, float b) { return safe_bounded_float(a) * safe_bounded_float(b); }
inline float safe_div_func_float_f_f(float a, float b) { return b > -1e-3f && b < 1e-3f ? a : safe_bounded_float(a) / b; }
inline int32_t safe_convert_func_float_to_int32_t(float a) { return a > -2e9f && a < 2e9f ? (int32_t)a : 0x7fffffff; }

#endif
