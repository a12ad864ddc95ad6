//@ kernel: read@67 assertions=proved
//@ kernel: read@68 assertions=refuted
//@ kernel: read@75 assertions=refuted
//@ kernel: read@84 assertions=proved
//@ kernel: read@85 assertions=refuted
//@ kernel: read@92 assertions=refuted
//@ kernel: read@99 assertions=refuted
//@ kernel: read@106 assertions=refuted
//@ kernel: read@113 assertions=refuted
//@ kernel: read@120 assertions=refuted
//@ kernel: read@126 assertions=refuted
//@ kernel: read@134 assertions=refuted
// An address in a member that the analysis does not represent goes with the structure.
#include <cassert>
#include <cstdlib>
#include <vector>
#define ZEROS(d) \
  int *d; \
  cudaMalloc(&d, 256); \
  cudaMemset(d, 0, 256)
int number();
union Address {
  int *at;
  long n;
};
struct Held {
  Address in;
  int *other;
};
struct Bits {
  int *at;
  unsigned owned : 1;
};
struct Numbered {
  int n = number();
  int *at;
};
struct Made {
  int *at;
  Made() : at(nullptr) {}
};
struct WithVector {
  std::vector<int> host;
  int *at;
};
struct Assigned {
  int *at;
  Assigned() = default;
  Assigned &operator=(const Assigned &) = default;
};
struct Plain {
  int *at, n;
};
__global__ void fill(int *p) { p[threadIdx.x] = 9; }
__global__ void fill_bits(Bits b) { b.at[threadIdx.x] = 9; }
__global__ void fill_union(Held h) { h.in.at[threadIdx.x] = 9; }
__global__ void read(const int *d) { assert(d[threadIdx.x] == 0); } //~ ERROR assert
void reset(Made m) { cudaMemset(m.at, 1, 256); }
void plain() {
  ZEROS(d);
  ZEROS(e);
  Plain p;
  p.at = d;
  p.n = 1;
  p.at = e;
  fill<<<1, 64>>>(p.at);
  read<<<1, 64>>>(d);
  read<<<1, 64>>>(p.at);
}
void of_union() {
  ZEROS(d);
  Held h;
  h.in.at = d;
  fill_union<<<1, 64>>>(h);
  read<<<1, 64>>>(d);
}
void beside_union() {
  ZEROS(d);
  ZEROS(e);
  Held h;
  h.in.n = 0;
  h.other = e;
  fill<<<1, 64>>>(h.other);
  read<<<1, 64>>>(d);
  read<<<1, 64>>>(e);
}
void of_bits() {
  ZEROS(d);
  Bits b;
  b.at = d;
  fill_bits<<<1, 64>>>(b);
  read<<<1, 64>>>(d);
}
void of_default() {
  ZEROS(d);
  Numbered n;
  n.at = d;
  fill<<<1, 64>>>(n.at);
  read<<<1, 64>>>(d);
}
void of_constructor() {
  ZEROS(d);
  Made m;
  m.at = d;
  reset(m);
  read<<<1, 64>>>(d);
}
void of_vector() {
  ZEROS(d);
  WithVector w;
  w.at = d;
  fill<<<1, 64>>>(w.at);
  read<<<1, 64>>>(d);
}
void of_assignment() {
  ZEROS(d);
  Assigned a;
  a.at = d;
  fill<<<1, 64>>>(a.at);
  read<<<1, 64>>>(d);
}
void of_static() {
  ZEROS(d);
  static int *const kept = d;
  fill<<<1, 64>>>(kept);
  read<<<1, 64>>>(d);
}
void of_allocation() {
  Bits b;
  cudaMalloc(&b.at, 256);
  int *d = b.at;
  cudaMemset(d, 0, 256);
  fill<<<1, 64>>>(b.at);
  read<<<1, 64>>>(d);
}
