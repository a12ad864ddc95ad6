// Assignments and copies of unions, which Clang leaves to its code generation, and arrays whose rest an initialiser fills.

union Word { int i; unsigned char bytes[4]; };
union Pair { short s[2]; int whole; Pair() = default; };
struct Tagged { int tag; union { int a; float b; }; };
struct Nested { Word w; Pair p; };
template <class T> union Either { T left; unsigned right; };
struct WithOperator {
  Word w;
  int count;
  __host__ __device__ WithOperator &operator=(const WithOperator &o) { w = o.w; count = o.count + 1; return *this; }
};
struct Around { WithOperator inner; Word outer; };
union Defaulted { int i; short s; __host__ __device__ Defaulted &operator=(const Defaulted &); };
__host__ __device__ inline Defaulted &Defaulted::operator=(const Defaulted &) = default;

__global__ void assign_elements(int *out, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  const Word *from = (const Word *)in;
  Word *to = (Word *)out;
  to[i] = from[i];
  to[i].bytes[1] ^= from[i].bytes[3];
}

__global__ void assign_locals(int *out, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  Word a, b;
  a.i = in[i];
  b.i = 5;
  b = a;
  a.i = 7;
  Pair p, q;
  p.whole = in[i] * 3;
  q.whole = 0;
  (q = p).s[0] += 1;
  Either<int> e, f;
  e.left = in[i];
  f.right = 1;
  f = e;
  Defaulted d, g;
  d.i = in[i] + 9;
  g.i = 0;
  g = d;
  out[i] = b.i + 31 * q.whole + 17 * (int)f.right + g.i;
}

__global__ void assign_in_structs(int *out, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  Tagged t, u;
  t.tag = 1;
  t.a = in[i];
  u.tag = 0;
  u.a = 0;
  u = t;
  Nested x, y;
  x.w.i = in[i] + 1;
  x.p.whole = in[i] + 2;
  y.w.i = y.p.whole = 0;
  y = x;
  Nested z(y);
  z = static_cast<Nested &&>(x);
  Around m, k;
  m.inner.w.i = in[i];
  m.inner.count = 4;
  m.outer.i = 6;
  k.inner.w.i = k.inner.count = k.outer.i = 0;
  k = m;
  out[i] = u.a + u.tag + y.w.i * 3 + z.p.whole * 5 + k.inner.w.i + k.inner.count * 7 + k.outer.i;
}

struct Counted { int v; __host__ __device__ Counted(int x = 21) : v(x) {} };
struct Member { int a = 13; int b = a + 1; };
struct Holder { Counted c[3]; Member m[2]; int plain[3]; };

__global__ void filled_arrays(int *out, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  Counted few[4] = {in[i], 2};
  Member members[3] = {{in[i]}, {1, 2}};
  Holder h = {{in[i]}, {}, {4}};
  Counted nested[2][2] = {{3}};
  int zeros[70] = {in[i]};
  int at = in[i] & 3;
  int sum = few[at].v + members[at % 3].a * 3 + members[at % 3].b * 5 + h.c[at % 3].v * 7 + h.m[at & 1].b * 11;
  out[i] = sum + h.plain[at % 3] + nested[at & 1][at >> 1].v + zeros[at * 20];
}

__global__ void filled_by_a_loop(int *out, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  Counted many[100] = {in[i]};
  Counted all[80];
  int sum = 0;
  for (int k = 0; k < 100; k += 7) sum += many[k].v;
  out[i] = sum + all[in[i] & 63].v;
}

__global__ void filled_constant(int *out, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  static const int small[6] = {3, 1};
  out[i] = small[in[i] & 3] + (in[i] & 1);
}

struct Step {
  int *count;
  __host__ __device__ Step operator+(const Step &o) const { ++*count; return {count}; }
};
__host__ __device__ inline int taken(const Step &s) { return *s.count; }

// A temporary that a reference to const binds is made once.
__global__ void made_once(int *out, const int *in, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int count = in[i] & 7;
  Step a{&count};
  out[i] = taken(a + a) * 100;
  out[i] += taken(a + (a + a));
}
