//@ flags: --block 4 --grid 1
//@ kernel: sizes assertions=proved
//@ kernel: without_captures assertions=refuted
//@ kernel: holder_too_small assertions=refuted
//@ kernel: called assertions=proved
//@ kernel: bytes assertions=unsupported
//@ kernel: erased assertions=unsupported
// An object of a lambda has room for its captures. Its bytes are not followed.
#include <cstring>
template <class F> struct Holder { F f; char c; };
template <class F> __device__ Holder<F> hold(F f) { return Holder<F>{f, 1}; }
template <class F> __device__ int apply(const F &f) { return f(); }
struct Erased {
  char buffer[16];
  int (*call)(char *);
  template <class F> __device__ Erased(F f) {
    memcpy(buffer, &f, sizeof f);
    call = [](char *b) { return (*(F *)b)(); };
  }
  __device__ int operator()() { return call(buffer); }
};
__device__ Erased erase(int x) { return Erased([x] { return x; }); }
__global__ void sizes() {
  int x = threadIdx.x;
  long y = x;
  auto none = [] { return 1; };
  auto one = [x] { return x; };
  auto two = [x, &y] { return x + (int)y; };
  auto held = hold([x] { return x; });
  assert(sizeof(none) == 1 && sizeof(one) == 4 && sizeof(two) == 16 && sizeof(held) == 8);
}
__global__ void without_captures() {
  int x = threadIdx.x;
  auto one = [x] { return x; };
  assert(sizeof(one) == 1); //~ ERROR assert
}
__global__ void holder_too_small() {
  int x = threadIdx.x;
  auto held = hold([x] { return x; });
  assert(sizeof(held) == 2); //~ ERROR assert
}
__global__ void called() {
  int x = threadIdx.x;
  auto held = hold([x] { return x; });
  assert(apply(held.f) == x && held.c == 1);
}
__global__ void bytes() {
  int x = 7, y;
  auto one = [x] { return x; };
  memcpy(&y, &one, 4);
  assert(y == 7);
}
__global__ void erased() {
  Erased a = erase(1), b = erase(2);
  assert(a() == 1);
}
