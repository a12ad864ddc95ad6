// Conversions where C++ chooses the type: ternaries, comparisons, literals, arithmetic of mixed width.

__global__ void ternary_types(const int *a, const unsigned *u, const float *x, long long *out, float *f) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    bool c = a[g] & 1;
    out[4 * g] = c ? a[g] : u[g];
    out[4 * g + 1] = c ? -1 : 1u;
    out[4 * g + 2] = c ? (signed char)a[g] : (unsigned short)u[g];
    out[4 * g + 3] = (c ? 1ull : -1) > 5;
    f[2 * g] = c ? a[g] & 255 : x[g];
    f[2 * g + 1] = (c ? 1 : 0.5f) / 4;
}

__global__ void comparisons(const signed char *s, const unsigned char *u, const long long *w, const unsigned *v, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int r = 0;
    r |= (s[g] < u[g]) << 0;
    r |= (s[g] == (char)u[g]) << 1;
    r |= (w[g] < v[g]) << 2;
    r |= ((unsigned char)(s[g] + u[g]) < u[g]) << 3;
    r |= (s[g] < v[g]) << 4;
    r |= ((int)v[g] < (short)w[g]) << 5;
    r |= (-1 < 1u) << 6;
    r |= (-1ll < 1u) << 7;
    r |= (v[g] - 1 < v[g]) << 8;
    r |= ((size_t)s[g] > v[g]) << 9;
    r |= (u[g] - 1 < 0) << 10;
    r |= ((u[g] & 3) == s[g] > 2) << 11;
    out[g] = r;
}

__global__ void literals(long long *out, double *d, const int *a) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    out[4 * g] = 0xffffffff + a[g];
    out[4 * g + 1] = 2147483648 - a[g];
    out[4 * g + 2] = -2147483647 - 1 + (a[g] & 1) + 0x80000000 / 3;
    out[4 * g + 3] = 1ull << 40 | 07777u | (long long)'z' << 50 | -1 >> 1;
    d[2 * g] = 1.5e3 + 0x1.8p-3 + .5f + a[g];
    d[2 * g + 1] = 1 / 3 + 1 / 3.0f + 7 % 3 * 0.1;
}

__global__ void wide_shifts(const unsigned long long *a, const long long *b, const int *n, unsigned long long *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int s = n[g] & 63;
    out[4 * g] = a[g] << s;
    out[4 * g + 1] = a[g] >> s;
    out[4 * g + 2] = b[g] >> s;
    out[4 * g + 3] = (unsigned)a[g] >> (s & 31) | (unsigned long long)(short)b[g] << 32;
}

__global__ void index_types(const int *a, unsigned char *out, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    const int *p = a + 100;
    signed char back = -(a[g] & 63);
    unsigned char forth = a[g];
    unsigned minus = 0u - 5;
    out[5 * g] = p[back];
    out[5 * g + 1] = p[forth & 127];
    out[5 * g + 2] = p[(int)minus];
    out[5 * g + 3] = *(p - (short)(n & 15));
    out[5 * g + 4] = (a + 200)[-(long long)(forth)  / 2];
}

__global__ void unsigned_steps(const unsigned *a, unsigned *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned char c = 250;
    unsigned n = 0;
    for (; c > 5; c++) n++;
    for (unsigned short h = 65530; h >= 65530; h += 2) n += 10;
    for (signed char s = 120; s > 0 && n < 500; s += 3) n += 100;
    unsigned x = a[g];
    int r = 0;
    while (x) {
        r -= x % 10;
        x /= 10;
    }
    out[g] = n + r + (a[g] * 3u + 1 > a[g]) * 7 + a[g] / 2 - a[g];
}

__global__ void mixed_float(const int *a, const float *x, float *out, int *bits) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int i = a[g] % 1000;
    i += x[g];
    i *= 1.5;
    float f = i / 2;
    f /= 3;
    f++;
    double d = f + i;
    d -= x[g] * 2;
    char c = x[g] / 8;
    out[3 * g] = f;
    out[3 * g + 1] = d;
    out[3 * g + 2] = c + 0.5;
    bits[g] = i + (int)d + (x[g] < i) + (unsigned char)(int)x[g];
}

__global__ void null_with_effects(int *out, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = in[i] & 255;
    int *p = &x;
    p = (x += 2, nullptr);
    int seen = p == nullptr;
    if (p != (x *= 3, nullptr)) seen += 2;
    out[i] = x * 4 + seen;
}

__global__ void rounded_to_long(const float *in, long long *out, unsigned long long *bits) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    float v = in[g];
    out[2 * g] = __float2ll_rd(v);
    out[2 * g + 1] = __double2ll_ru(v * 0.125);
    bits[2 * g] = __float2ull_rn(v < 0 ? -v : v);
    bits[2 * g + 1] = __double2ull_rd(v * v);
}

__global__ void double_of_halves(const int *in, double *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    out[g] = __hiloint2double((in[g] & 0xfffff) | 0x40100000, in[g + 1]);
}
