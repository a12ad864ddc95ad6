// Sizes and offsets of records with bit-fields: without a name, of no width, across units, packed, in unions.

struct R0 { char f0; bool : 0; char : 0; char f3; char last; };
struct R1 { unsigned char b0 : 4; long : 0; char last; };
struct R2 { short f0; char b1 : 7; char last; };
struct R3 { short f0; short : 4; char last; };
struct __attribute__((packed)) R4 { short b0 : 4; unsigned short b1 : 12; unsigned char : 0; unsigned short b3 : 16; long b4 : 41; unsigned long b5 : 47; char last; };
struct R5 { short : 8; int : 0; unsigned b2 : 29; unsigned char : 2; char last; };
union R6 { unsigned b0 : 10; char f1; int f2; unsigned b3 : 32; unsigned long b4 : 9; long f5; char last; };
struct R7 { int : 0; unsigned long b1 : 37; char last; };
struct R8 { char f0; short f1; unsigned long b2 : 8; int : 9; long b4 : 51; char last; };
struct __attribute__((packed)) R9 { unsigned long : 0; int b1 : 9; int f2; unsigned b3 : 25; char f4; char last; };
struct R10 { unsigned short : 1; short b1 : 9; short : 14; char last; };
struct R11 { unsigned b0 : 9; bool b1 : 1; bool b2 : 1; long b3 : 14; long b4 : 8; unsigned short : 15; char last; };
struct R12 { char : 0; short : 0; unsigned b2 : 2; char last; };
union R13 { short f0; unsigned b1 : 24; char last; };
struct __attribute__((packed)) R14 { unsigned long : 0; long f1; unsigned char b2 : 3; unsigned : 0; unsigned long b4 : 21; char last; };
struct R15 { bool : 0; bool b1 : 1; char f2; int b3 : 24; short f4; bool b5 : 1; char last; };
struct R16 { unsigned short b0 : 8; short f1; unsigned b2 : 2; char last; };
struct R17 { int f0; unsigned : 29; char last; };
struct R18 { char f0; unsigned short : 16; unsigned short : 16; char b3 : 8; char last; };
struct __attribute__((packed)) R19 { char f0; long f1; int f2; long : 0; char last; };
union R20 { unsigned char b0 : 3; short : 1; unsigned long : 19; unsigned long b3 : 45; bool : 1; char last; };
struct R21 { unsigned char : 0; short b1 : 14; char last; };
struct R22 { char f0; int : 16; int f2; char last; };
struct R23 { short b0 : 2; long f1; bool b2 : 1; short f3; bool b4 : 1; char f5; char last; };
struct __attribute__((packed)) R24 { unsigned long : 16; unsigned b1 : 31; char f2; char last; };
struct R25 { char : 2; bool b1 : 1; long f2; char last; };
struct R26 { bool b0 : 1; unsigned long b1 : 62; unsigned short b2 : 9; long f3; char last; };
union R27 { long b0 : 57; unsigned short b1 : 14; char last; };
struct R28 { int f0; short : 0; char last; };
struct __attribute__((packed)) R29 { unsigned char : 7; short f1; long : 52; unsigned short b3 : 12; unsigned b4 : 2; char last; };
struct R30 { unsigned long b0 : 3; bool b1 : 1; unsigned char b2 : 2; char f3; char last; };
struct R31 { char : 3; short : 14; char last; };
struct R32 { bool b0 : 1; unsigned char b1 : 5; short : 0; unsigned char b3 : 5; char last; };
struct R33 { int b0 : 6; unsigned short b1 : 3; char last; };
union __attribute__((packed)) R34 { char f0; bool b1 : 1; short f2; char last; };
struct R35 { char f0; int : 20; char last; };
struct R36 { long f0; short b1 : 9; char b2 : 5; char : 0; bool b4 : 1; unsigned short b5 : 15; char last; };
struct R37 { long b0 : 64; long b1 : 40; char last; };
struct R38 { short f0; long f1; short f2; char last; };
struct __attribute__((packed)) R39 { int : 0; char b1 : 2; char last; };
struct R40 { short f0; char b1 : 8; int : 29; unsigned : 0; int f4; char last; };
union R41 { short : 1; unsigned char b2 : 8; char last; };
struct R42 { unsigned short b0 : 8; char b1 : 2; unsigned char : 3; char b3 : 7; char last; };
struct R43 { unsigned short : 3; bool b1 : 1; char last; };
struct __attribute__((packed)) R44 { unsigned b0 : 32; short : 0; bool : 0; bool b3 : 1; char f4; char f5; char last; };
struct R45 { unsigned : 0; long f1; char last; };
struct R46 { char : 0; unsigned short b1 : 16; unsigned long : 9; bool b3 : 1; unsigned char b4 : 8; unsigned char : 5; char last; };
struct R47 { unsigned short b0 : 8; unsigned long b1 : 64; long f2; char last; };
union R48 { char f0; unsigned b1 : 17; int b2 : 9; char last; };
struct __attribute__((packed)) R49 { unsigned char : 4; int b1 : 19; unsigned long b2 : 16; short f3; unsigned char b4 : 8; char last; };
struct R50 { unsigned char : 8; short f1; char last; };
struct R51 { unsigned char : 0; bool : 0; unsigned : 9; char last; };
struct R52 { int f0; short f1; unsigned long b2 : 51; char : 0; long f4; short b5 : 14; char last; };
struct R53 { unsigned char b0 : 6; unsigned : 0; short f2; int b3 : 17; char last; };
struct __attribute__((packed)) R54 { long : 0; int f1; char f2; char : 5; char last; };
union R55 { int : 28; unsigned short b1 : 12; char f2; char last; };

// The size, the offset of the member behind the bit-fields, and the size of an array of two.
template <class T> __device__ void measure(int *out, int *at) {
    T *p = (T *)out;
    out[(*at)++] = sizeof(T);
    out[(*at)++] = (char *)&p->last - (char *)p;
    out[(*at)++] = (char *)&p[1].last - (char *)p;
    out[(*at)++] = alignof(T);
}

__global__ void layouts_0(int *out) {
    if (threadIdx.x != 0 || blockIdx.x != 0) return;
    int at = 0;
    measure<R0>(out, &at);
    measure<R1>(out, &at);
    measure<R2>(out, &at);
    measure<R3>(out, &at);
    measure<R4>(out, &at);
    measure<R5>(out, &at);
    measure<R6>(out, &at);
    measure<R7>(out, &at);
    measure<R8>(out, &at);
    measure<R9>(out, &at);
    measure<R10>(out, &at);
    measure<R11>(out, &at);
    measure<R12>(out, &at);
    measure<R13>(out, &at);
}
__global__ void layouts_1(int *out) {
    if (threadIdx.x != 0 || blockIdx.x != 0) return;
    int at = 0;
    measure<R14>(out, &at);
    measure<R15>(out, &at);
    measure<R16>(out, &at);
    measure<R17>(out, &at);
    measure<R18>(out, &at);
    measure<R19>(out, &at);
    measure<R20>(out, &at);
    measure<R21>(out, &at);
    measure<R22>(out, &at);
    measure<R23>(out, &at);
    measure<R24>(out, &at);
    measure<R25>(out, &at);
    measure<R26>(out, &at);
    measure<R27>(out, &at);
}
__global__ void layouts_2(int *out) {
    if (threadIdx.x != 0 || blockIdx.x != 0) return;
    int at = 0;
    measure<R28>(out, &at);
    measure<R29>(out, &at);
    measure<R30>(out, &at);
    measure<R31>(out, &at);
    measure<R32>(out, &at);
    measure<R33>(out, &at);
    measure<R34>(out, &at);
    measure<R35>(out, &at);
    measure<R36>(out, &at);
    measure<R37>(out, &at);
    measure<R38>(out, &at);
    measure<R39>(out, &at);
    measure<R40>(out, &at);
    measure<R41>(out, &at);
}
__global__ void layouts_3(int *out) {
    if (threadIdx.x != 0 || blockIdx.x != 0) return;
    int at = 0;
    measure<R42>(out, &at);
    measure<R43>(out, &at);
    measure<R44>(out, &at);
    measure<R45>(out, &at);
    measure<R46>(out, &at);
    measure<R47>(out, &at);
    measure<R48>(out, &at);
    measure<R49>(out, &at);
    measure<R50>(out, &at);
    measure<R51>(out, &at);
    measure<R52>(out, &at);
    measure<R53>(out, &at);
    measure<R54>(out, &at);
    measure<R55>(out, &at);
}

// Reads, writes, steps and compound assignments, in local and global memory, in unions, classes, lists and copies.
struct Mixed { unsigned a : 3; int b : 5; unsigned c : 9; bool d : 1; long e : 40; unsigned long f : 33; signed char g : 4; int whole; short h : 16; };
struct __attribute__((packed)) Crossing { char first; long a : 51; unsigned b : 27; int c : 32; short last; };
#pragma pack(push)
#pragma pack(1)
struct Tight { short first; int a : 20; unsigned b : 20; unsigned : 0; unsigned long c : 61; long whole; };
#pragma pack(pop)
#pragma pack(push, 2)
struct Half { char first; int whole; long a : 35; double d; };
#pragma pack(pop)
struct Plain { char first; int whole; };
union Shared { int a : 7; unsigned b : 19; unsigned whole; Mixed m; };
struct Constructed { int a : 6; unsigned b : 10; __host__ __device__ Constructed(int x) : a(x), b(x * 3) {} __host__ __device__ int sum() const { return a + b; } };

template <class T> __host__ __device__ void change(T &t, const int *in, int i) {
  t.a = in[i];
  t.b += in[i + 1] & 63;
  t.a -= t.b;
  t.b = t.a++ ^ in[i + 2];
  --t.a;
}

__global__ void bits_local(int *out, const int *in) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  Mixed m = {};
  change(m, in, i);
  m.c = in[i + 3];
  m.d = in[i + 4] & 4;
  m.e = (long)in[i + 5] * in[i + 6];
  m.f = m.e;
  m.g = in[i + 7];
  m.h = m.e >> 20;
  m.c /= -3;
  m.e %= 1001;
  m.e <<= 3;
  m.f >>= 5;
  Mixed k = m;
  k.whole = (m.c = in[i] * 5) + (int)(k.f & 0xff);
  k.g++;
  int *o = out + i * 16;
  o[0] = m.a; o[1] = m.b; o[2] = m.c; o[3] = m.d; o[4] = (int)m.e; o[5] = (int)(m.e >> 20); o[6] = (int)m.f; o[7] = (int)(m.f >> 25);
  o[8] = m.g; o[9] = m.h; o[10] = k.whole; o[11] = k.g; o[12] = m.a - 8 < 0; o[13] = -m.c < 0; o[14] = sizeof(Mixed); o[15] = k.c;
}

__global__ void bits_global(int *out, const int *in) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  Crossing *c = (Crossing *)out + i;
  change(*c, in, i);
  c->c = in[i + 4];
  c->last = (short)c->c;
  c->first = (char)(c->c >> 8);
}

__global__ void bits_packed(int *out, const int *in) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  Tight t = {1, in[i], (unsigned)in[i + 1], 5, 6};
  change(t, in, i);
  t.c = (unsigned long)in[i] * 0x123456789ul;
  Half h = {2, in[i], 7, 1.5};
  h.a -= in[i + 2];
  int *o = out + i * 12;
  o[0] = t.a; o[1] = t.b; o[2] = (int)t.c; o[3] = (int)(t.c >> 31); o[4] = t.first; o[5] = (int)t.whole; o[6] = sizeof(Tight); o[7] = sizeof(Half);
  o[8] = (int)h.a; o[9] = (int)(h.a >> 30); o[10] = h.whole; o[11] = sizeof(Plain);
}

__global__ void bits_shared(int *out, const int *in) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  Shared s;
  s.whole = in[i];
  change(s, in, i);
  int *o = out + i * 8;
  o[0] = s.a; o[1] = s.b; o[2] = (int)s.whole;
  s.m = Mixed{};
  s.m.c = in[i + 1];
  o[3] = (int)s.whole;
  Constructed c(in[i + 2]), d = c;
  d.a = c.b;
  o[4] = c.sum(); o[5] = d.sum(); o[6] = c.a ? d.a : d.b; o[7] = (d.a = 100) + (i & 1);
}
