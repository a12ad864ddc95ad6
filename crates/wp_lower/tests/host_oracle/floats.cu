// Floating point: conversions, comparisons, exact functions. Inputs are finite and moderate.

__global__ void float_to_int(const float *x, int *out, unsigned char *bytes) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    out[4 * g] = (int)x[g];
    out[4 * g + 1] = (int)(x[g] * 10.0f);
    out[4 * g + 2] = (int)(x[g] * 0.1) + (int)-2.7f;
    out[4 * g + 3] = x[g] > 0 ? (unsigned)x[g] : 5u;
    bytes[g] = (unsigned char)(x[g] < 0 ? -x[g] / 16.0f : x[g] / 16.0f);
}

__global__ void int_to_float(const int *a, const long long *w, float *out, double *wide) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    out[3 * g] = a[g];
    out[3 * g + 1] = (unsigned)a[g] * 0.5f;
    out[3 * g + 2] = (float)w[g] + (short)a[g];
    wide[2 * g] = w[g];
    wide[2 * g + 1] = a[g] / 3 + a[g] / 3.0;
}

__global__ void float_arithmetic(const float *x, const float *y, float *out, double *wide) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    float d = y[g] == 0.0f ? 1.0f : y[g];
    out[4 * g] = x[g] + y[g] * 3.0f - 0.1f;
    out[4 * g + 1] = x[g] / d;
    out[4 * g + 2] = x[g] * 0.1 + y[g];
    out[4 * g + 3] = -x[g] + (x[g] < y[g]) + (x[g] != y[g]) * 2.0f;
    wide[g] = (double)x[g] / d - 1e-3;
    wide[g + 64] = x[g] * y[g];
}

__global__ void exact_functions(const float *x, float *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    out[4 * g] = floorf(x[g] * 0.3f) + ceilf(x[g] * 0.7f);
    out[4 * g + 1] = fabsf(x[g]) + truncf(x[g] * 0.9f);
    out[4 * g + 2] = sqrtf(fabsf(x[g]));
    out[4 * g + 3] = fminf(x[g], 2.0f) * fmaxf(x[g], -1.0f);
}

__global__ void float_bits(const float *x, const int *a, int *out, float *back) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int bits = __float_as_int(x[g]);
    out[2 * g] = bits;
    out[2 * g + 1] = ((bits >> 23) & 255) - 127;
    back[g] = __int_as_float((a[g] & 0x007fffff) | 0x3f800000) - 1.0f;
}

__global__ void float_truth(const float *x, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    bool b = x[g];
    int n = 0;
    for (float f = 0.0f; f < 1.0f; f += 0.125f) n++;
    if (x[g]) n += 100;
    if (!x[g] || x[g] >= 1.0f) n += 1000;
    out[g] = n + b;
}
