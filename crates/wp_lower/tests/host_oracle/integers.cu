// Integer arithmetic: promotions, conversions, signedness, shifts, wrap-around.

__global__ void promotions(const signed char *a, const unsigned char *b, const short *c, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    out[4 * g] = a[g] + b[g];
    out[4 * g + 1] = a[g] * c[g] - b[g];
    out[4 * g + 2] = -a[g] + ~b[g];
    out[4 * g + 3] = (a[g] < b[g]) + (c[g] == a[g]) * 2;
}

__global__ void mixed_signs(const int *a, const unsigned *b, unsigned *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    out[4 * g] = a[g] < b[g];
    out[4 * g + 1] = a[g] + b[g];
    out[4 * g + 2] = a[g] > -1 ? 1u : 2u;
    out[4 * g + 3] = (a[g] / 3) + (b[g] / 3) + (-7 / 2) + (-7 % 2);
}

__global__ void divisions(const int *a, const int *b, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int d = b[g] % 100;
    if (d == 0 || d == -1) d = 3;
    out[4 * g] = a[g] / d;
    out[4 * g + 1] = a[g] % d;
    out[4 * g + 2] = (int)((unsigned)a[g] / (unsigned)d);
    out[4 * g + 3] = (int)((unsigned)a[g] % (unsigned)d);
}

__global__ void shifts(const int *a, const unsigned *n, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned s = n[g] & 31;
    out[4 * g] = a[g] >> s;
    out[4 * g + 1] = (int)((unsigned)a[g] >> s);
    out[4 * g + 2] = (int)((unsigned)a[g] << s);
    unsigned char c = (unsigned char)a[g];
    out[4 * g + 3] = (c << 8) >> (s & 7);
}

__global__ void narrow_wraps(const int *a, char *c, short *s, unsigned char *u, unsigned short *v) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    c[g] = a[g];
    s[g] = a[g];
    u[g] = a[g];
    v[g] = a[g];
    c[g] += 100;
    s[g] *= 3;
    u[g] -= 200;
    v[g] <<= 3;
    c[g + 64] = c[g]++;
    u[g + 64] = --u[g];
    s[g + 64] = -s[g];
}

__global__ void sign_extension(const int *a, long long *out, unsigned long long *wide) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    out[3 * g] = (long long)(signed char)a[g];
    out[3 * g + 1] = (unsigned)a[g];
    out[3 * g + 2] = a[g];
    wide[3 * g] = a[g];
    wide[3 * g + 1] = (unsigned short)a[g] * 65536ull;
    wide[3 * g + 2] = (unsigned long long)a[g] >> 3;
}

__global__ void wide_arithmetic(const long long *a, const unsigned *b, long long *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    out[3 * g] = a[g] * b[g];
    out[3 * g + 1] = (a[g] >> 7) ^ ((long long)b[g] << 11);
    out[3 * g + 2] = a[g] % 1000003 + (int)b[g];
}

__global__ void bit_tricks(const unsigned *a, unsigned *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = a[g];
    out[4 * g] = x & -x;
    out[4 * g + 1] = (x << 13 | x >> 19) ^ 0xdeadbeefu;
    out[4 * g + 2] = ((x & 0xff) << 24) | ((x & 0xff00) << 8) | ((x >> 8) & 0xff00) | (x >> 24);
    out[4 * g + 3] = !x + !!x * 2 + (x && g) * 4 + (x || g) * 8;
}

__global__ void intrinsics(const int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    out[4 * g] = __popc(a[g]) + 100 * __clz(a[g]);
    out[4 * g + 1] = __ffs(a[g]);
    out[4 * g + 2] = min(a[g], g) + max(a[g] / -2, 7);
    out[4 * g + 3] = abs(a[g] / 3);
}

__global__ void compound_assignment(const int *a, int *out, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int x = a[g] / 16;
    x += 5;
    x -= g * 2;
    x *= 3;
    x /= 4;
    x %= 1000;
    x <<= 2;
    x >>= 1;
    x ^= n;
    x |= 64;
    x &= ~3;
    short s = 10;
    s += 1.75f;
    s *= 2.6;
    unsigned char u = 250;
    u += x;
    u /= 3;
    out[g] = x + s * 100000 + u;
}

__global__ void increments(const int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int i = a[g] & 7;
    int p = i++ * 10;
    int q = ++i * 10;
    int r = i-- - 1;
    int s = --i + 1;
    out[4 * g] = p;
    out[4 * g + 1] = q;
    out[4 * g + 2] = r * 100 + s;
    int k = 0, *cell = out + 4 * g + 3;
    *cell = 0;
    (*cell)++;
    int before = k++;
    *cell += before + k;
}

__global__ void booleans(const int *a, bool *flags, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    bool b = a[g];
    flags[g] = a[g] & 4;
    b = b ^ flags[g];
    out[g] = b + (bool)(a[g] & 0x100) * 2 + (flags[g] ? 4 : 0) + (!b << 3) + ~b * 16;
}

__global__ void size_and_enum(const int *a, unsigned long *out) {
    enum Shape { Circle = 3, Square, Line = -2 };
    struct Mixed { char c; double d; short s; };
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    Shape shape = a[g] & 1 ? Square : Line;
    out[3 * g] = sizeof(Mixed) + sizeof(int[7]) + sizeof a[0];
    out[3 * g + 1] = shape;
    out[3 * g + 2] = a[g] - sizeof(int);
}

__global__ void char_literals(const unsigned char *text, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned char c = text[g];
    int v = c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c == '\n' ? '\\' : c;
    out[g] = v + (char)200 + '\xff' + 0x7fffff + 010 + 0b101;
}
