//@ kernel: same assertions=refuted
//@ kernel: one assertions=refuted
// The elements of a list of sizes are evaluated once; a list below a call is no list of sizes.
#include <torch/extension.h>
#include <assert.h>

__global__ void same(long long a, long long b) { assert(a == b); }  //~ ERROR assert
__global__ void one(long long n) { assert(n == 2); }  //~ ERROR assert
void counted(int n) {
  int m = n;
  auto y = torch::empty({m++});
  same<<<1, 1>>>(y.numel(), m);
}
void last() {
  auto y = torch::zeros(c10::IntArrayRef({2, 3}).back());
  one<<<1, 1>>>(y.size(0));
}
