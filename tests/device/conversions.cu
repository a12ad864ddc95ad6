// Conversions between integers and floats, in all directions of rounding, and saturation. What CUDA leaves undefined is
// left out: results out of range but for 32 bits, which saturate.
//@ flags: --block 64 --grid 2

#define GLOBAL (blockIdx.x * blockDim.x + threadIdx.x)

// Values near integers, halves, large and small ones; bits of the input give the rest.
__device__ float single(const unsigned *in, int i, float greatest) {
    const float special[16] = {0.0f, -0.0f, 0.5f, -0.5f, 1.5f, 2.5f, -2.5f, 1e-40f, -1e-40f, 0.99999994f, 8388607.5f, 16777216.0f, -1.0000001f, 3.0f, -7.25f, 1e9f};
    float x = special[i / 2 % 16];
    if (i % 2) x = (int)in[i] * (1.0f / 65536) * (1 << (in[i] >> 7 & 15)) * (1.0f / 16);
    return fminf(fmaxf(x, -greatest), greatest);
}
__device__ double twice(const unsigned *in, int i, double greatest) {
    const double special[16] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1e-310, -1e-310, 0.99999999999999989, 4503599627370495.5, 9007199254740992.0, -1.0000000000000002, 3.0, -7.25, 2147483646.5};
    double x = special[i / 2 % 16];
    if (i % 2) x = (int)in[i] * (1.0 / 65536) * (1 << (in[i] >> 7 & 31)) + (int)in[i + 1] * (1.0 / 4294967296.0);
    return fmin(fmax(x, -greatest), greatest);
}

#define TO_INTEGER(NAME, T, SOURCE, GREATEST) \
    __global__ void NAME##_(const unsigned *in, T *out) { out[GLOBAL] = NAME(SOURCE(in, GLOBAL, GREATEST)); }
#define ALL_ROUNDINGS(NAME, T, SOURCE, GREATEST)        \
    TO_INTEGER(NAME##_rn, T, SOURCE, GREATEST)          \
    TO_INTEGER(NAME##_rz, T, SOURCE, GREATEST)          \
    TO_INTEGER(NAME##_ru, T, SOURCE, GREATEST)          \
    TO_INTEGER(NAME##_rd, T, SOURCE, GREATEST)
#define NOT_NEGATIVE(IN, I, GREATEST) fabsf(single(IN, I, GREATEST))
#define NOT_NEGATIVE_DOUBLE(IN, I, GREATEST) fabs(twice(IN, I, GREATEST))
ALL_ROUNDINGS(__float2int, int, single, 2e9f)
ALL_ROUNDINGS(__float2uint, unsigned, NOT_NEGATIVE, 4e9f)
ALL_ROUNDINGS(__float2ll, long long, single, 9e18f)
ALL_ROUNDINGS(__float2ull, unsigned long long, NOT_NEGATIVE, 1.8e19f)
ALL_ROUNDINGS(__double2int, int, twice, 2147483646.0)
ALL_ROUNDINGS(__double2uint, unsigned, NOT_NEGATIVE_DOUBLE, 4294967294.0)
ALL_ROUNDINGS(__double2ll, long long, twice, 9e18)
ALL_ROUNDINGS(__double2ull, unsigned long long, NOT_NEGATIVE_DOUBLE, 1.8e19)

#define FROM_INTEGER(NAME, T, R) \
    __global__ void NAME##_(const T *in, R *out) {                                                \
        T extreme[4] = {(T)0, (T)-1, (T)((T)1 << (sizeof(T) * 8 - 1)), (T)~((T)1 << (sizeof(T) * 8 - 1))}; \
        out[2 * GLOBAL] = NAME(in[GLOBAL]);                                                       \
        out[2 * GLOBAL + 1] = NAME(GLOBAL < 4 ? extreme[GLOBAL] : (T)(in[GLOBAL] >> (GLOBAL & 31)));  \
    }
#define ALL_FROM(NAME, T, R) FROM_INTEGER(NAME##_rn, T, R) FROM_INTEGER(NAME##_rz, T, R) FROM_INTEGER(NAME##_ru, T, R) FROM_INTEGER(NAME##_rd, T, R)
ALL_FROM(__int2float, int, float)
ALL_FROM(__uint2float, unsigned, float)
ALL_FROM(__ll2float, long long, float)
ALL_FROM(__ull2float, unsigned long long, float)
ALL_FROM(__ll2double, long long, double)
ALL_FROM(__ull2double, unsigned long long, double)
FROM_INTEGER(__int2double_rn, int, double)
FROM_INTEGER(__uint2double_rn, unsigned, double)

#define TO_FLOAT(NAME)                                                                  \
    __global__ void NAME##_(const double *in, const unsigned *bits, float *out) {       \
        out[2 * GLOBAL] = NAME(in[GLOBAL]);                                             \
        out[2 * GLOBAL + 1] = NAME(twice(bits, GLOBAL, 1e300) * 1e-38);                 \
    }
TO_FLOAT(__double2float_rn)
TO_FLOAT(__double2float_rz)
TO_FLOAT(__double2float_ru)
TO_FLOAT(__double2float_rd)

__global__ void casts(const unsigned *in, long long *out, float *floats, double *doubles) {
    float x = single(in, GLOBAL, 2e9f);
    double y = twice(in, GLOBAL, 2e9);
    out[6 * GLOBAL] = (int)x;
    out[6 * GLOBAL + 1] = (long long)x;
    out[6 * GLOBAL + 2] = (short)(fabsf(x) < 30000 ? x : 7.5f);
    out[6 * GLOBAL + 3] = (int)y;
    out[6 * GLOBAL + 4] = (long long)(y * 1e9);
    out[6 * GLOBAL + 5] = (bool)x + 2 * (bool)y;
    floats[3 * GLOBAL] = (float)y;
    floats[3 * GLOBAL + 1] = (float)in[GLOBAL];
    floats[3 * GLOBAL + 2] = (float)((long long)in[GLOBAL] << 21 | in[GLOBAL + 1]);
    doubles[2 * GLOBAL] = x;
    doubles[2 * GLOBAL + 1] = (double)((unsigned long long)in[GLOBAL] << 32 | in[GLOBAL + 1]);
}

__global__ void saturation_to_int(const float *in, int *out) {
    const float special[8] = {INFINITY, -INFINITY, 3e9f, -3e9f, 2147483648.0f, -2147483648.0f, 2147483520.0f, NAN};
    out[2 * GLOBAL] = __float2int_rz(special[GLOBAL % 8]);
    out[2 * GLOBAL + 1] = (int)in[GLOBAL];
}

__global__ void saturation_to_unsigned(const float *in, unsigned *out) {
    const float special[8] = {INFINITY, -INFINITY, 5e9f, -1.0f, 4294967296.0f, -0.5f, 4294967040.0f, NAN};
    out[2 * GLOBAL] = __float2uint_rz(special[GLOBAL % 8]);
    out[2 * GLOBAL + 1] = __float2uint_rn(in[GLOBAL]);
}

__global__ void saturation_of_doubles(const double *in, int *out) {
    const double special[8] = {1e300, -1e300, 2147483647.5, -2147483649.0, 2147483648.0, 3e9, -3e9, 0.0};
    out[GLOBAL] = __double2int_rz(special[GLOBAL % 8]);
}

__global__ void bits_of_floats(const float *in, const double *doubles, int *out, long long *longs, float *back) {
    out[GLOBAL] = __float_as_int(in[GLOBAL]) ^ (int)__float_as_uint(-in[GLOBAL + 1]);
    longs[GLOBAL] = __double_as_longlong(doubles[GLOBAL]);
    back[2 * GLOBAL] = __int_as_float(__float_as_int(in[GLOBAL]) ^ 0x400000);
    back[2 * GLOBAL + 1] = __uint_as_float(__float_as_uint(in[GLOBAL]) & 0xfffff000u);
}
