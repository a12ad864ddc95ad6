//@ verdict: assertions=proved
// The default initialiser of a bit-field stands behind its width.
#include <cassert>
struct S { int a : 3 = 2; int b = 7; };
struct T { unsigned a : 5; unsigned b : 9 = 300; __device__ T() : a(1) {} };
__global__ void values() {
  S s;
  T t;
  assert(s.a == 2 && s.b == 7 && t.a == 1 && t.b == 300);
}
