//@ flags: --block 4 --grid 1
//@ kernel: right assertions=proved
//@ kernel: packed_right assertions=proved
//@ kernel: not_truncated assertions=refuted
//@ kernel: not_signed assertions=refuted
//@ kernel: neighbour_lost assertions=refuted
// What bit-fields hold: values are cut to the width, and signed ones have a sign.
struct Bits { unsigned a : 3; int b : 5; unsigned c : 9; bool d : 1; long e : 40; };
#pragma pack(1)
struct Tight { char first; int b : 20; unsigned c : 20; short last; };
#pragma pack()
__global__ void right() {
  Bits t = {};
  t.a = 9;
  t.b = 17;
  t.c = threadIdx.x;
  t.d = 4;
  t.e = -7;
  assert(t.a == 1 && t.b == -15 && t.c == threadIdx.x && t.d && t.e == -7);
  t.c--;
  t.a /= -1;
  assert(t.c == (threadIdx.x == 0 ? 511 : threadIdx.x - 1) && t.a == 7);
  assert((t.a = 12) == 4);
}
__global__ void packed_right() {
  Tight t = {};
  t.b = -3;
  t.c = 0xfffff;
  t.last = 5;
  assert(sizeof(Tight) == 8 && t.b == -3 && t.c == 0xfffff && t.first == 0 && t.last == 5);
}
__global__ void not_truncated() {
  Bits t = {};
  t.a = 8 + threadIdx.x;
  assert(t.a == 8 + threadIdx.x); //~ ERROR assert
}
__global__ void not_signed() {
  Bits t = {};
  t.b = 16;
  assert(t.b == 16); //~ ERROR assert
}
__global__ void neighbour_lost() {
  Bits t = {};
  t.c = 511;
  t.b = -1;
  assert(t.c == 0); //~ ERROR assert
}
