// Integer functions and arithmetic, on values of the input and on extreme values.
//@ flags: --block 64 --grid 2

#define GLOBAL (blockIdx.x * blockDim.x + threadIdx.x)

__device__ unsigned word(const unsigned *in, int i) {
    const unsigned extreme[16] = {0,          1,          0xffffffff, 0x80000000, 0x7fffffff, 0x80000001, 0xff,      0x100,
                                  0x8000,     0xffff,     0x10000,    0x00ff00ff, 0x55555555, 0xfffffffe, 0x1234567, 31};
    return i % 3 == 0 ? extreme[(i / 3 + i / 48) % 16] : i % 3 == 1 ? in[i] : in[i] >> (i & 31);
}
__device__ unsigned long long long_word(const unsigned *in, int i) {
    return (unsigned long long)word(in, i) << 32 | word(in, i + 7);
}

#define OF_ONE(NAME, T) \
    __global__ void NAME##_(const unsigned *in, T *out) { out[GLOBAL] = NAME((T)word(in, GLOBAL)); }
#define OF_ONE_LONG(NAME, T) \
    __global__ void NAME##_(const unsigned *in, T *out) { out[GLOBAL] = NAME((T)long_word(in, GLOBAL)); }
#define OF_TWO(NAME, T) \
    __global__ void NAME##_(const unsigned *in, T *out) { out[GLOBAL] = NAME((T)word(in, GLOBAL), (T)word(in, GLOBAL + 5)); }
#define OF_TWO_LONG(NAME, T) \
    __global__ void NAME##_(const unsigned *in, T *out) { out[GLOBAL] = NAME((T)long_word(in, GLOBAL), (T)long_word(in, GLOBAL + 5)); }
#define OF_THREE(NAME, T) \
    __global__ void NAME##_(const unsigned *in, T *out) {                                                          \
        out[GLOBAL] = NAME((T)word(in, GLOBAL), (T)word(in, GLOBAL + 5), (T)word(in, GLOBAL + 11));                \
    }

OF_ONE(__brev, unsigned)
OF_ONE(__clz, int)
OF_ONE(__ffs, int)
OF_ONE(__popc, unsigned)
OF_ONE_LONG(__brevll, unsigned long long)
OF_ONE_LONG(__clzll, long long)
OF_ONE_LONG(__ffsll, long long)
OF_ONE_LONG(__popcll, unsigned long long)
OF_TWO(__mulhi, int)
OF_TWO(__umulhi, unsigned)
OF_TWO_LONG(__mul64hi, long long)
OF_TWO_LONG(__umul64hi, unsigned long long)
OF_TWO(__umul24, unsigned)
OF_TWO(__hadd, int)
OF_TWO(__rhadd, int)
OF_TWO(__uhadd, unsigned)
OF_TWO(__urhadd, unsigned)
OF_TWO(min, int)
OF_TWO(max, int)
OF_TWO(umin, unsigned)
OF_TWO(umax, unsigned)
OF_TWO_LONG(llmin, long long)
OF_TWO_LONG(llmax, long long)
OF_TWO_LONG(ullmin, unsigned long long)
OF_TWO_LONG(ullmax, unsigned long long)
OF_THREE(__byte_perm, unsigned)
OF_THREE(__usad, unsigned)
OF_THREE(__funnelshift_l, unsigned)
OF_THREE(__funnelshift_r, unsigned)
OF_THREE(__funnelshift_lc, unsigned)
OF_THREE(__funnelshift_rc, unsigned)
OF_THREE(__dp4a, int)
OF_TWO(__vadd4, unsigned)
OF_TWO(__vsub2, unsigned)
OF_TWO(__vmaxu4, unsigned)
OF_TWO(__vcmpeq4, unsigned)

__global__ void unsigned_dp4a(const unsigned *in, unsigned *out) {
    out[GLOBAL] = __dp4a(word(in, GLOBAL), word(in, GLOBAL + 5), word(in, GLOBAL + 11));
}

__global__ void sad_of_small_numbers(const unsigned *in, unsigned *out) {
    out[GLOBAL] = __sad((int)word(in, GLOBAL) >> 1, (int)word(in, GLOBAL + 5) >> 2, word(in, GLOBAL + 11));
}

__global__ void mul24_of_small_numbers(const unsigned *in, int *out) {
    out[GLOBAL] = __mul24((int)(word(in, GLOBAL) & 0xff0007ff), (int)(word(in, GLOBAL + 5) & 0xff0007ff));
}

__global__ void absolute_values(const unsigned *in, long long *out) {
    int v = (int)word(in, GLOBAL);
    long long w = (long long)long_word(in, GLOBAL) >> 3;
    out[3 * GLOBAL] = abs(v == (int)0x80000000 ? 1 : v);
    out[3 * GLOBAL + 1] = llabs(w);
    out[3 * GLOBAL + 2] = labs(w >> 2);
}

__global__ void halves_of_doubles(const unsigned *in, int *out, double *back) {
    double x = __longlong_as_double((long long)long_word(in, GLOBAL));
    out[2 * GLOBAL] = __double2hiint(x);
    out[2 * GLOBAL + 1] = __double2loint(x);
    back[GLOBAL] = __hiloint2double(out[2 * GLOBAL], out[2 * GLOBAL + 1]);
}

__global__ void unsigned_arithmetic(const unsigned *in, unsigned *out) {
    unsigned a = word(in, GLOBAL), b = word(in, GLOBAL + 5), *o = out + 10 * GLOBAL;
    o[0] = a + b;
    o[1] = a - b;
    o[2] = a * b;
    o[3] = a / (b | 1);
    o[4] = a % (b | 1);
    o[5] = a << (b & 31);
    o[6] = a >> (b & 31);
    o[7] = (a < b) + 2 * (a <= b) + 4 * (a == b);
    o[8] = ~a ^ -b;
    o[9] = (a && b) | (a || b) << 1;
}

__global__ void unsigned_long_arithmetic(const unsigned *in, unsigned long long *out) {
    unsigned long long a = long_word(in, GLOBAL), b = long_word(in, GLOBAL + 5), *o = out + 8 * GLOBAL;
    o[0] = a + b;
    o[1] = a - b;
    o[2] = a * b;
    o[3] = a / (b | 1);
    o[4] = a % (b | 1);
    o[5] = a << (b & 63);
    o[6] = a >> (b & 63);
    o[7] = (a < b) + 2 * (a <= b) + 4 * (a == b);
}

__global__ void signed_arithmetic(const unsigned *in, long long *out) {
    long long a = (int)word(in, GLOBAL), b = (int)word(in, GLOBAL + 5), *o = out + 8 * GLOBAL;
    o[0] = a * b;
    o[1] = a / (b | 1);
    o[2] = a % (b | 1);
    o[3] = (int)a >> (b & 31);
    o[4] = a >> (b & 63);
    o[5] = (a < b) + 2 * (a <= b);
    o[6] = (short)a * (int)(signed char)b;
    o[7] = (unsigned char)a - (unsigned short)b;
}

__global__ void rounding_of_divisions(const unsigned *in, int *out) {
    int a = (int)word(in, GLOBAL) >> 1, b = ((int)word(in, GLOBAL + 5) >> 20) | 1, *o = out + 4 * GLOBAL;
    o[0] = a / b;
    o[1] = a % b;
    o[2] = a / 7;
    o[3] = a % -16;
}

__global__ void bit_fields(const unsigned *in, unsigned *out) {
    struct { unsigned low : 5, middle : 13; int high : 14; } f = {0, 0, 0};
    unsigned a = word(in, GLOBAL);
    f.low = a;
    f.middle = a >> 4;
    f.high = (int)a >> 9;
    f.low += 3;
    out[3 * GLOBAL] = f.low;
    out[3 * GLOBAL + 1] = f.middle;
    out[3 * GLOBAL + 2] = f.high;
}

__global__ void narrow_types(const unsigned *in, int *out, signed char *bytes, unsigned short *halves) {
    unsigned a = word(in, GLOBAL);
    signed char c = (signed char)a;
    unsigned short h = (unsigned short)(a >> 8);
    bytes[GLOBAL] = (signed char)(c + h);
    halves[GLOBAL] = (unsigned short)(c * 3);
    bool flag = a;
    out[GLOBAL] = c + h + flag + (char)(c << 1);
}
