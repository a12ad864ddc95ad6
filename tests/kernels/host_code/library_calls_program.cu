//@ kernel: read@40 assertions=refuted
//@ kernel: read@45 assertions=refuted
//@ kernel: read@50 assertions=refuted
//@ kernel: read@57 assertions=proved
// Functions of the library that store nothing themselves may call functions of the program.
#include <algorithm>
#include <cassert>
#include <iostream>
__device__ int *kept;
__global__ void keep(int *p) { kept = p; }
__global__ void use() { kept[threadIdx.x] = 9; }
__global__ void read(const int *d) { assert(d[threadIdx.x] == 0); } //~ ERROR assert
struct Ordered {
  int x;
};
bool operator<(const Ordered &a, const Ordered &b) {
  use<<<1, 64>>>();
  return a.x < b.x;
}
struct Printed {
  operator int() const {
    use<<<1, 64>>>();
    return 1;
  }
};
std::ostream &mark(std::ostream &out) {
  use<<<1, 64>>>();
  return out;
}
void leave();
Ordered a, b;
#define ZEROS(d) \
  int *d; \
  cudaMalloc(&d, 256); \
  keep<<<1, 1>>>(d); \
  cudaMemset(d, 0, 256)
void manipulator() {
  ZEROS(d);
  std::cout << mark;
  read<<<1, 64>>>(d);
}
void comparison() {
  ZEROS(d);
  std::max(a, b);
  read<<<1, 64>>>(d);
}
void conversion(const Printed &p) {
  ZEROS(d);
  std::cout << p;
  read<<<1, 64>>>(d);
}
void numbers(int n, double x, const std::string &name) {
  ZEROS(d);
  std::cout << n << x << name << std::endl;
  printf("%d", std::max(n, 3));
  cudaFuncSetAttribute(read, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024);
  read<<<1, 64>>>(d);
}
