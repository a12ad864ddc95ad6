// The C++ of kernels: references, templates, operators, member functions, default arguments.

__device__ void swap_values(int &a, int &b) {
    int t = a;
    a = b;
    b = t;
}
__device__ int &pick(int *a, int i) { return a[i]; }

__global__ void references(const int *in, int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int x = in[g], y = g;
    swap_values(x, y);
    int &r = x > 20 ? x : y;
    r += 1;
    swap_values(a[2 * g], a[2 * g + 1]);
    pick(a, 2 * g) += 5;
    int &cell = pick(a, 2 * g + 1);
    cell = cell / 2 + x;
    const int &c = in[g];
    out[2 * g] = x + c;
    out[2 * g + 1] = y;
}

template <typename T> __device__ T clamp_value(T v, T lo, T hi) { return v < lo ? lo : hi < v ? hi : v; }
template <typename T, int N> __device__ T sum_of(const T *p) {
    T s = 0;
    for (int i = 0; i < N; i++) s += p[i];
    return s;
}
template <> __device__ int sum_of<int, 1>(const int *p) { return p[0] * 1000; }

template <typename T, int N> __global__ void instances(const T *in, T *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    T v = sum_of<T, N>(in + g);
    out[2 * g] = clamp_value<T>(v, (T)3, (T)90);
    out[2 * g + 1] = N > 2 ? v : (T)(v * 2);
}
template __global__ void instances<unsigned char, 3>(const unsigned char *, unsigned char *);
template __global__ void instances<int, 1>(const int *, int *);
template __global__ void instances<long long, 5>(const long long *, long long *);

struct Complex {
    float re, im;
    __device__ Complex(float r, float i) : re(r), im(i) {}
    __device__ Complex operator*(const Complex &o) const { return Complex(re * o.re - im * o.im, re * o.im + im * o.re); }
    __device__ Complex &operator+=(const Complex &o) {
        re += o.re;
        im += o.im;
        return *this;
    }
    __device__ float norm() const { return re * re + im * im; }
};

__global__ void complex_numbers(const float *x, float *out, float f) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    Complex c(x[g], f), z(0.0f, 0.5f);
    int n = 0;
    for (; n < 10 && z.norm() < 4.0f; n++) {
        z = z * z;
        z += c;
    }
    out[3 * g] = n;
    out[3 * g + 1] = z.norm() < 100.0f ? z.re : 0.0f;
    out[3 * g + 2] = c.im;
}

struct Counter {
    int n;
    int history[3];
    __device__ void step(int by = 2) {
        history[n % 3] = by;
        n += by;
    }
    __device__ int total() const { return n + history[0] * 2 + history[1] * 3 + history[2] * 5; }
};
__device__ void advance(Counter &c, int times) {
    for (int i = 0; i < times; i++) i & 1 ? c.step() : c.step(i + 1);
}

__global__ void member_functions(const int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    Counter c = {a[g] & 15, {0, 0, 0}};
    Counter d = c;
    advance(c, a[g] & 7);
    d.step(c.total() & 31);
    Counter *p = &d;
    p->step();
    out[2 * g] = c.total();
    out[2 * g + 1] = p->total();
}

struct Less { __device__ bool operator()(int a, int b) const { return a < b; } };
struct Modulo { int m; __device__ bool operator()(int a, int b) const { return (unsigned)a % m < (unsigned)b % m; } };
template <typename F> __device__ void sort3(int *v, F before) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2 - i; j++)
            if (before(v[j + 1], v[j])) swap_values(v[j], v[j + 1]);
}

__global__ void functors(const int *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    int v[3] = {a[g], a[g + 1], a[g + 2]};
    Modulo by = {g + 5};
    sort3(v, Less());
    out[3 * g] = v[0];
    sort3(v, by);
    out[3 * g + 1] = v[0];
    out[3 * g + 2] = v[2];
}

struct Settings { int low, high, step; };

__global__ void struct_parameter(const int *a, int *out, Settings s, int last) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    s.step = (s.step & 7) + 1;
    Settings t = s;
    t.low &= 15;
    int r = last;
    for (int i = t.low; i < 40; i += t.step) r = r * 3 + a[i];
    out[g] = r ^ s.high;
}

namespace inner {
    __device__ int f(int x) { return x + 1; }
    __device__ int f(long long x) { return (int)(x * 2); }
    __device__ int f(float x) { return (int)(x * 4.0f); }
    const int offset = 40;
}

__global__ void overloads(const signed char *a, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    using inner::offset;
    auto v = a[g];
    constexpr int scale = 3 * offset;
    out[g] = inner::f(v) + inner::f(v * 1ll) * 1000 + inner::f(v * 0.5f) * 7 + scale + static_cast<unsigned char>(v);
}

struct Base { int id; __device__ int twice() const { return id * 2; } };
struct Derived : Base { int extra; __device__ int all() const { return twice() + extra + id; } };

__global__ void inheritance(const int *a, Derived *items, int *out) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    Derived d;
    d.id = a[g] / 8;
    d.extra = g;
    items[g] = d;
    Base &b = items[g];
    b.id += 1;
    out[g] = items[g].all() + b.twice();
}

struct Blank {
    int a;
    short b[3];
    __device__ int sum() const { return a + b[0] + b[2]; }
};
struct Partly {
    Blank blank;
    int set = 7;
    float unset;
};

__global__ void value_initialised(int *out, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Blank blank = Blank();
    Partly partly = Partly();
    out[2 * i] = blank.sum() + partly.blank.sum() + partly.set + int(partly.unset) + in[i];
    blank.b[2] = short(in[i]);
    out[2 * i + 1] = blank.sum() + Blank().sum();
}

__global__ void bit_casts(unsigned *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
    out[2 * i] = __builtin_bit_cast(unsigned, -x);
    out[2 * i + 1] = unsigned(int(__builtin_bit_cast(float, __builtin_bit_cast(unsigned, x) ^ 0x80000000u)));
}
