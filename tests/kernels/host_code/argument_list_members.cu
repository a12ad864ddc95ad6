//@ kernel: of_in@33 assertions=refuted
//@ kernel: of_in@39 assertions=proved
//@ kernel: of_pair@46 assertions=refuted
//@ kernel: of_pair@51 assertions=proved
//@ kernel: read@61 assertions=refuted
// An array of arguments holds addresses of bytes: the parameter says what they mean.
#include <cassert>
struct In {
  int n;
};
struct Out {
  int n;
  In in;
};
struct Pair {
  int x, y;
};
struct Reversed {
  int y, x;
};
__global__ void of_in(In p) { assert(p.n == 16); } //~ ERROR assert
__global__ void of_pair(Pair p) { assert(p.x == 16); } //~ ERROR assert
__global__ void read(const int *d) { assert(d[threadIdx.x] == 0); } //~ ERROR assert
__global__ void fill(int *p) { p[threadIdx.x] = 9; }
struct Buffers {
  int *first, *second;
};
void member() {
  Out o;
  o.n = 16;
  o.in.n = 5;
  void *args[] = {&o.in};
  cudaLaunchKernel((void *)of_in, dim3(1), dim3(1), args, 0, 0);
}
void whole() {
  In in;
  in.n = 16;
  void *args[] = {&in};
  cudaLaunchKernel((void *)of_in, dim3(1), dim3(1), args, 0, 0);
}
void other_type() {
  Reversed r;
  r.x = 16;
  r.y = 5;
  void *args[] = {&r};
  cudaLaunchKernel((void *)of_pair, dim3(1), dim3(1), args, 0, 0);
}
void same_type() {
  const Pair p = {16, 5};
  void *args[] = {(void *)&p};
  cudaLaunchKernel((void *)of_pair, dim3(1), dim3(1), args, 0, 0);
}
void pointer_in_member() {
  Buffers b;
  cudaMalloc(&b.first, 256);
  cudaMalloc(&b.second, 256);
  int *d = b.first;
  cudaMemset(d, 0, 256);
  void *args[] = {&b.first};
  cudaLaunchKernel((void *)fill, dim3(1), dim3(64), args, 0, 0);
  read<<<1, 64>>>(d);
}
