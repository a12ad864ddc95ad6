// Inlining: no capture, references bound to the caller's lvalue, return in the middle, default arguments, recursion.
__device__ int position(int n) { int pos = n * 2; pos += 1; return pos; }
__device__ void set(int &target, int value) { target = value; }
__device__ int clip(int x, int limit = 8) {
  if (x < 0) return 0;
  for (int i = 0; i < limit; i++)
    if (x == i) return i;
  return limit;
}
__global__ void capture(int *a) {
  int pos = threadIdx.x;
  int other = position(pos);
  a[pos] = other;
  set(a[3], pos);
  set(pos, other);
  a[pos] = clip(pos);
}
__device__ int loop(int n) { return n ? loop(n - 1) : 0; }
__global__ void recursion(int *a) { a[0] = loop(3); }
__device__ void unknown(int *p);
__device__ int pure_unknown(int x);
__global__ void bodiless(int *a) {
  a[0] = pure_unknown(1);
  unknown(a);
}
template <class F> __device__ int apply(F f, int x) { return f(x); }
__device__ int twice(int x) { return 2 * x; }
__global__ void callbacks(int *a) {
  int k = threadIdx.x;
  auto add = [=](int x) { return x + k; };
  k = 7;
  a[0] = apply(twice, 3) + add(1) + k;
}
__device__ void address(int &x) { int *p = &x; *p = 4; }
__global__ void caller_address(int *a) {
  int x = 1;
  address(x);
  a[0] = x;
}
typedef int (*Unary)(int);
__device__ int plus_one(int x) { return x + 1; }
__global__ void pointers(int *a, bool up) {
  Unary f = up ? plus_one : twice;
  a[0] = f(a[1]);
}
