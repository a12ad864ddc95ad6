//@ kernel: class_argument assertions=unsupported
//@ kernel: parameter assertions=unsupported
//@ kernel: result assertions=unsupported
// A local type hides another one of its name, which came from another function as a template argument, a parameter or a
// result; printed names do not tell them apart.
#include <cassert>
template <class T> struct W { __device__ static int f() { struct S { char c; }; return sizeof(T) * 10 + sizeof(S); } };
__global__ void class_argument() { struct S { int a, b; }; assert(W<S>::f() == 81); }
__global__ void parameter() {
  struct R { int a, b; };
  struct T { __device__ static int h(R *p) { struct R { char c; }; return sizeof(*p) * 10 + sizeof(R); } };
  R r;
  assert(T::h(&r) == 81);
}
__device__ auto make() { enum E : char { a = 1 }; return a; }
__global__ void result() { enum E : long long { q }; auto v = make(); assert(sizeof(v) == 1); }
