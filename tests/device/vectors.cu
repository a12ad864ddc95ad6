// Vectors, half precision, and memory accesses of several widths.
//@ flags: --block 64 --grid 2

#define GLOBAL (blockIdx.x * blockDim.x + threadIdx.x)

__global__ void vectors_of_floats(const float4 *in, float4 *out, float2 *pairs) {
    float4 v = in[GLOBAL];
    pairs[GLOBAL] = make_float2(v.w, -v.x);
    v.x = v.y;
    v.z = fabsf(v.z);
    out[GLOBAL] = v;
}

__global__ void vectors_of_integers(const int4 *in, int4 *out, uchar4 *bytes, short2 *shorts, ulonglong2 *longs) {
    int4 v = in[GLOBAL];
    out[GLOBAL] = make_int4(v.w ^ v.x, ~v.y, v.z & 255, v.x | 1);
    bytes[GLOBAL] = make_uchar4(v.x, v.y >> 8, v.z >> 16, v.w >> 24);
    shorts[GLOBAL] = make_short2(v.x, v.y);
    longs[GLOBAL] = make_ulonglong2(v.x, (unsigned)v.y);
}

__global__ void vectors_of_three(const int3 *in, int3 *out, uchar3 *bytes) {
    int3 v = in[GLOBAL];
    out[GLOBAL] = make_int3(v.z, v.x, v.y);
    bytes[GLOBAL] = make_uchar3(v.x, v.y, v.z);
}

__global__ void vectors_of_doubles(const double2 *in, double2 *out) {
    double2 v = in[GLOBAL];
    out[GLOBAL] = make_double2(v.y, v.x);
}

__global__ void words_as_bytes(const unsigned *in, unsigned char *out) {
    const unsigned char *bytes = (const unsigned char *)in;
    for (int i = 0; i < 4; i++) out[4 * GLOBAL + i] = bytes[4 * GLOBAL + (3 - i)];
}

__global__ void bytes_as_words(const unsigned char *in, unsigned *out, unsigned long long *longs) {
    out[GLOBAL] = *(const unsigned *)(in + 4 * GLOBAL);
    longs[GLOBAL] = *(const unsigned long long *)(in + 8 * GLOBAL);
}

__global__ void cached_loads(const int *in, const float2 *pairs, int *out, float2 *others) {
    out[GLOBAL] = __ldg(&in[GLOBAL]);
    others[GLOBAL] = __ldg(&pairs[GLOBAL]);
}

__global__ void copies(const int *in, int *out) {
    memcpy(&out[2 * GLOBAL], &in[GLOBAL], 8);
    memset((char *)&out[2 * GLOBAL] + 3, 0x5a, 2);
}

__global__ void half_from_float(const float *in, __half *out) {
    out[2 * GLOBAL] = __float2half(in[GLOBAL]);
    out[2 * GLOBAL + 1] = __float2half_rn((int)(__float_as_uint(in[GLOBAL]) >> 16) * 1.03f - 33000.0f);
}

__global__ void half_to_float(const __half *in, float *out) { out[GLOBAL] = __half2float(in[GLOBAL]); }

__global__ void half_arithmetic(const __half *in, __half *out) {
    __half a = in[GLOBAL], b = in[GLOBAL + 1];
    out[4 * GLOBAL] = __hadd(a, b);
    out[4 * GLOBAL + 1] = __hsub(a, b);
    out[4 * GLOBAL + 2] = __hmul(a, b);
    out[4 * GLOBAL + 3] = a + b;
}

__global__ void half_comparisons(const __half *in, int *out) {
    __half a = in[GLOBAL], b = in[GLOBAL + 1];
    out[GLOBAL] = __hlt(a, b) + 2 * __heq(a, b) + 4 * (a >= b);
}

__global__ void half_bits(const unsigned short *in, unsigned short *out) {
    out[GLOBAL] = __half_as_ushort(__ushort_as_half(in[GLOBAL]));
}
