// Calls: evaluation of arguments, results through pointers, early exits out of nested statements of a callee.

__device__ int find(const int *a, int n, int what) {
    for (int i = 0; i < n; i++) {
        for (int j = i; j < n; j++) {
            switch (a[j] & 3) {
            case 0: break;
            case 1:
                if ((a[j] & 15) == what) return i * 16 + j;
                continue;
            case 2:
                if (j > 5) break;
            default: continue;
            }
            if (i == 6) break;
        }
        if (a[i] == 77) return -1;
    }
    return 1000;
}

__global__ void exits_from_callee(const int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        int r = find(a + g, 4 + i, i * 4 + 1);
        if (r == 1000) continue;
        sum = sum * 7 + r;
        if (r < 0) break;
    }
    out[g] = sum;
}

__device__ void divide(int a, int b, int *quotient, int *remainder) {
    *quotient = a / b;
    *remainder = a % b;
    if (*remainder < 0) {
        *remainder += b;
        --*quotient;
    }
}

__global__ void results_through_pointers(const int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int q = 1, r[3] = {7, 8, 9};
    divide(a[g], 10, &q, &r[1]);
    divide(q, 7, r, r + 2);
    int *p = &q, **pp = &p;
    **pp += r[0];
    *pp = &r[2];
    *p *= 3;
    out[4 * g] = q;
    out[4 * g + 1] = r[0];
    out[4 * g + 2] = r[1];
    out[4 * g + 3] = r[2];
}

__device__ int bump(int *counter, int by) {
    *counter += by;
    return *counter;
}

__global__ void side_effects(const int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int n = a[g] & 15, m = 0;
    bool x = bump(&n, 1) > 8 && bump(&n, 10) > 22;
    bool y = bump(&m, 2) > 5 || bump(&m, 3) == 5;
    int t = x ? bump(&n, 100) : y ? bump(&m, 1000) : 0;
    int i = 0, v[4] = {1, 2, 3, 4};
    v[i++] += 10;
    v[i++] <<= i;
    v[bump(&i, 1)]++;
    int u = (m = n = t) + (i == 3 ? v[3] : v[0]);
    while (bump(&i, -1) > 0) u += i;
    for (int k = bump(&i, 5); bump(&k, -1); u ^= k) {
    }
    out[4 * g] = n * 3 + m;
    out[4 * g + 1] = u;
    out[4 * g + 2] = x * 2 + y;
    out[4 * g + 3] = v[0] * 1000 + v[1] * 100 + v[2] * 10 + v[3];
}

__global__ void narrow_results(const int *a, unsigned char *c, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    signed char s;
    unsigned short h = 65535;
    int x = (s = a[g]) + 1;
    int y = (c[g] = a[g] + 300) * 2;
    int z = (c[g] += 200) + (s -= 100) + ++h;
    z += c[g]--;
    bool b = false;
    b |= a[g] & 6;
    int w = (b = a[g] & 2) + 5;
    out[4 * g] = x;
    out[4 * g + 1] = y;
    out[4 * g + 2] = z;
    out[4 * g + 3] = w * 10 + b + h;
}

__device__ int total(const int (&v)[4]) { return v[0] + v[1] * 10 + v[2] * 100 + v[3] * 1000; }
__device__ void fill(int v[][3], int rows, int seed) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < 3; j++) v[i][j] = seed + i * 3 + j;
}
__device__ int *greatest(int *a, int n) {
    int *best = a;
    for (int *p = a; p < a + n; ++p)
        if (*p > *best) best = p;
    return best;
}

__global__ void array_parameters(const int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int v[4] = {a[g], a[g + 1], a[g + 2], a[g + 3]}, m[4][3];
    for (int &e : v) e &= 7;
    fill(m, 4, a[g] & 31);
    fill(m + 1, 2, v[2]);
    *greatest(v, 4) = -5;
    int last = greatest(v, 4) - v;
    out[3 * g] = total(v);
    out[3 * g + 1] = m[0][2] + m[1][1] * 100 + m[3][0] * 10000;
    out[3 * g + 2] = last + 10 * (int)(greatest(&m[0][0], 12) - m[0]);
}

template <int N> struct Power {
    __device__ static int of(int x) { return x * Power<N - 1>::of(x); }
};
template <> struct Power<0> {
    __device__ static int of(int) { return 1; }
};
template <typename T, typename... Rest> __device__ int count_bytes(T, Rest... rest) {
    if constexpr (sizeof...(rest) > 0) return sizeof(T) + count_bytes(rest...);
    return sizeof(T);
}
template <typename F> __device__ int fold(const int *a, int n, F f) {
    int r = 0;
    for (int i = 0; i < n; i++) r = f(r, a[i]);
    return r;
}

__global__ void template_recursion(const int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    out[3 * g] = Power<3>::of(a[g] & 255) + Power<0>::of(5);
    out[3 * g + 1] = count_bytes(a[g], 'c', 1.0, (short)2) + count_bytes(1ull);
    out[3 * g + 2] = a[g] & 1 ? Power<2>::of(a[g] & 63) : Power<1>::of(3);
}

__global__ void lambdas(const int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int scale = (a[g] & 3) + 1, calls = 0;
    auto f = [=](int r, int v) { return r * scale + (v & 7); };
    auto count = [&](int by) { calls += by; };
    out[2 * g] = fold(a, 5, f);
    count(2);
    count(scale);
    out[2 * g + 1] = calls;
}

__device__ void accumulate(int *cell, int v, int &rest) {
    if (v < 0) {
        rest++;
        return;
    }
    *cell += v;
    rest--;
}

__global__ void aliasing(int *a, const int *in) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int *p = a + 2 * g, *q = p + (in[g] & 1);
    *p = 5;
    *q += 3;
    accumulate(q, in[g] % 100, *p);
    accumulate(p, in[g] % 50, *p);
    accumulate(p, *q, q[0]);
    int old = *p;
    *q = old + *p;
    p[1] ^= *q;
}
