// Arithmetic of floats and functions of the mathematical library. Every function gets bits of the input, which are numbers
// of any magnitude or no numbers; numbers of moderate magnitude; and special values.
//@ flags: --block 64 --grid 2

#define GLOBAL (blockIdx.x * blockDim.x + threadIdx.x)

__device__ float argument(const float *in, int i) {
    const float special[32] = {0.0f,     -0.0f,     1.0f,   -1.0f,    0.5f,      -0.5f,     2.0f,   -2.0f,    1.5f,     -1.5f, 3.0f,
                               10.0f,    100.0f,    88.0f,  -88.0f,   127.0f,    -126.0f,   1e-40f, -1e-40f,  1e-45f,   3e38f, -3e38f,
                               INFINITY, -INFINITY, NAN,    0.25f,    0.75f,     -0.75f,    1.17549435e-38f, 8388608.5f, 16777217.0f, 0.99999994f};
    if (i % 3 == 0) return special[i / 3 % 32];
    if (i % 3 == 1) return in[i];
    return (float)((int)(__float_as_uint(in[i]) * 2654435761u >> 8) - 8388608) * (1.0f / 1048576);
}
__device__ double argument(const double *in, int i) {
    const double special[32] = {0.0,      -0.0,      1.0,  -1.0,   0.5,      -0.5,     2.0,    -2.0,     1.5,      -1.5, 3.0,
                                10.0,     100.0,     700.0, -700.0, 1023.0,  -1022.0,  1e-310, -1e-310,  5e-324,   1e308, -1e308,
                                INFINITY, -INFINITY, NAN,   0.25,   0.75,     -0.75,    2.2250738585072014e-308, 4503599627370496.5, 9007199254740993.0, 0.99999999999999989};
    if (i % 3 == 0) return special[i / 3 % 32];
    if (i % 3 == 1) return in[i];
    return (double)((int)((unsigned)__double_as_longlong(in[i]) * 2654435761u >> 8) - 8388608) * (1.0 / 1048576);
}

#define OF_ONE(F, T, NAME) \
    __global__ void NAME(const T *in, T *out) { out[GLOBAL] = F(argument(in, GLOBAL)); }
#define OF_TWO(F, T, NAME) \
    __global__ void NAME(const T *in, T *out) { out[GLOBAL] = F(argument(in, GLOBAL), argument(in, GLOBAL * 5 / 3 + 1)); }
#define OF_THREE(F, T, NAME) \
    __global__ void NAME(const T *in, T *out) { out[GLOBAL] = F(argument(in, GLOBAL), argument(in, GLOBAL * 5 / 3 + 1), argument(in, GLOBAL * 7 / 4)); }
#define ONE(F) OF_ONE(F##f, float, F##_of_float) OF_ONE(F, double, F##_of_double)
#define TWO(F) OF_TWO(F##f, float, F##_of_float) OF_TWO(F, double, F##_of_double)

ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh) ONE(atanh)
ONE(sinpi) ONE(cospi) ONE(exp) ONE(exp2) ONE(exp10) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p)
ONE(sqrt) ONE(rsqrt) ONE(cbrt) ONE(erf) ONE(erfc) ONE(tgamma)
ONE(ceil) ONE(floor) ONE(trunc) ONE(round) ONE(rint) ONE(nearbyint) ONE(fabs)
TWO(pow) TWO(atan2) TWO(fmod) TWO(hypot) TWO(fmin) TWO(fmax) TWO(fdim) TWO(copysign)
OF_THREE(fmaf, float, fma_of_float)
OF_THREE(fma, double, fma_of_double)

#define ROUNDINGS(DO, F, T) DO(F##_rn, T, F##_rn_) DO(F##_rz, T, F##_rz_) DO(F##_ru, T, F##_ru_) DO(F##_rd, T, F##_rd_)
ROUNDINGS(OF_TWO, __fadd, float) ROUNDINGS(OF_TWO, __fsub, float) ROUNDINGS(OF_TWO, __fmul, float) ROUNDINGS(OF_TWO, __fdiv, float)
ROUNDINGS(OF_ONE, __frcp, float) ROUNDINGS(OF_ONE, __fsqrt, float) ROUNDINGS(OF_THREE, __fmaf, float)
ROUNDINGS(OF_TWO, __dadd, double) ROUNDINGS(OF_TWO, __dsub, double) ROUNDINGS(OF_TWO, __dmul, double) ROUNDINGS(OF_TWO, __ddiv, double)
ROUNDINGS(OF_ONE, __drcp, double) ROUNDINGS(OF_ONE, __dsqrt, double) ROUNDINGS(OF_THREE, __fma, double)

OF_ONE(__sinf, float, fast_sin) OF_ONE(__cosf, float, fast_cos) OF_ONE(__tanf, float, fast_tan)
OF_ONE(__expf, float, fast_exp) OF_ONE(__exp10f, float, fast_exp10)
OF_ONE(__logf, float, fast_log) OF_ONE(__log2f, float, fast_log2) OF_ONE(__log10f, float, fast_log10)
OF_ONE(__saturatef, float, saturate) OF_ONE(__frsqrt_rn, float, rounded_rsqrt)
OF_TWO(__powf, float, fast_pow) OF_TWO(__fdividef, float, fast_divide) OF_TWO(fdividef, float, divide)

#define ARITHMETIC(T)                                                                        \
    __global__ void arithmetic_of_##T(const T *in, T *out) {                                 \
        T a = argument(in, GLOBAL), b = argument(in, GLOBAL * 5 / 3 + 1), *o = out + 5 * GLOBAL;  \
        o[0] = a + b;                                                                        \
        o[1] = a - b;                                                                        \
        o[2] = a * b;                                                                        \
        o[3] = a / b;                                                                        \
        o[4] = -a;                                                                           \
    }                                                                                        \
    __global__ void comparisons_of_##T(const T *in, int *out) {                              \
        T a = argument(in, GLOBAL), b = argument(in, GLOBAL * 5 / 3 + 1);                    \
        out[2 * GLOBAL] = (a < b) + 2 * (a <= b) + 4 * (a > b) + 8 * (a >= b) + 16 * (a == b) + 32 * (a != b) + 64 * !a;  \
        out[2 * GLOBAL + 1] = isnan(a) + 2 * isinf(b) + 4 * isfinite(a) + 8 * (a ? 1 : 0);   \
    }                                                                                        \
    __global__ void products_and_sums_of_##T(const T *in, T *out) {                          \
        T a = argument(in, GLOBAL), b = argument(in, GLOBAL * 5 / 3 + 1), c = argument(in, GLOBAL * 7 / 4);  \
        T product = a * b;                                                                   \
        out[4 * GLOBAL] = product + c;                                                       \
        out[4 * GLOBAL + 1] = c - product;                                                   \
        out[4 * GLOBAL + 2] = a * b - b * c;                                                 \
        out[4 * GLOBAL + 3] = (a * b + c) * a + b;                                           \
    }                                                                                        \
    __global__ void scaling_of_##T(const T *in, const int *n, T *out) {                      \
        out[GLOBAL] = ldexp(argument(in, GLOBAL), (n[GLOBAL] & 511) - 256);                  \
    }                                                                                        \
    __global__ void sums_of_##T(const T *in, T *out) {                                       \
        T sum = 0;                                                                           \
        for (int i = 0; i < 8; i++) sum += argument(in, GLOBAL + 3 * i + 2);                 \
        out[GLOBAL] = sum;                                                                   \
    }                                                                                        \
    __global__ void computed_from_functions_of_##T(const T *in, T *out) {                    \
        T a = argument(in, GLOBAL), b = argument(in, 3 * GLOBAL + 2);                        \
        out[4 * GLOBAL] = sin(b) * cos(a) + exp(b);                                          \
        out[4 * GLOBAL + 1] = fmax(log(fabs(b)), -exp(b * (T)0.5)) / 3;                      \
        out[4 * GLOBAL + 2] = sqrt(exp(b)) - a;                                              \
        out[4 * GLOBAL + 3] = (T)(float)pow(fabs(b), (T)1.5);                                \
    }                                                                                        \
    __global__ void sin_and_cos_of_##T(const T *in, T *out) {                                \
        sincos(argument(in, GLOBAL), &out[4 * GLOBAL], &out[4 * GLOBAL + 1]);                \
        out[4 * GLOBAL + 2] = out[4 * GLOBAL];                                               \
    }
ARITHMETIC(float)
ARITHMETIC(double)
