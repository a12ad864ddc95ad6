//@ kernel: known@21 assertions=proved
//@ kernel: read@22 assertions=proved
//@ kernel: known@27 assertions=refuted
//@ kernel: known@32 assertions=refuted
//@ kernel: known@37 assertions=refuted
//@ kernel: read@44 assertions=refuted
//@ kernel: known@49 assertions=proved
// The compiler leaves out statements that use an invalid declaration, without a message at the statement.
#include <cassert>
#include <library_that_is_not_there.h>
__global__ void known(int n) { assert(n == 16); } //~ ERROR assert
__global__ void read(const int *d) { assert(d[threadIdx.x] == 0); } //~ ERROR assert
not_there::function<void(int &)> hook = [](int &n) { n = 5; };
not_there::status (*store)(int *, int);
not_there::handle *helper(int &n);
static void by_hook(int &n) { hook(n); }
void without() {
  int n = 16, *d;
  cudaMalloc(&d, 256);
  cudaMemset(d, 0, 256);
  known<<<1, 1>>>(n);
  read<<<1, 64>>>(d);
}
void of_object() {
  int n = 16;
  hook(n);
  known<<<1, 1>>>(n);
}
void of_variable() {
  int n = 16;
  auto q = helper(n);
  known<<<1, 1>>>(n);
}
void of_reference() {
  int n = 16;
  by_hook(n);
  known<<<1, 1>>>(n);
}
void of_contents() {
  int *d;
  cudaMalloc(&d, 256);
  cudaMemset(d, 0, 256);
  store(d, 64);
  read<<<1, 64>>>(d);
}
void beside(int m) {
  int n = 16;
  hook(m);
  known<<<1, 1>>>(n);
}
