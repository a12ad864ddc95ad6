//@ flags: --block 64 --grid 1
//@ kernel: static_member races=proved bounds=proved
//@ kernel: static_member_races races=refuted
//@ kernel: member_of_object races=proved bounds=proved
//@ kernel: lambda races=proved bounds=proved
//@ kernel: lambda_races races=refuted
//@ kernel: named_lambda races=proved bounds=proved
//@ kernel: generic_lambda races=proved bounds=proved
//@ kernel: generic_lambda_races races=refuted
//@ kernel: no_exceptions races=proved bounds=proved
//@ kernel: constant_parameter races=proved bounds=proved
//@ kernel: instance races=proved bounds=proved
//@ kernel: argument races=proved bounds=proved
//@ kernel: argument_races races=refuted
//@ kernel: default_argument races=refuted
//@ kernel: default_member races=refuted
//@ kernel: in_a_struct races=refuted
//@ kernel: reference races=proved bounds=proved
//@ kernel: other_type races=proved bounds=proved
// A pointer may point to any function whose address the file takes, wherever it takes it.
typedef void (*Fn)(int *);
__device__ void own(int *a) noexcept { a[threadIdx.x] = 1; }
__device__ void scaled(int *a, const int n) { a[threadIdx.x] = n; }
template <class T> __device__ void of(T *a) { a[threadIdx.x] = 1; }
struct S {
  static __device__ void good(int *a);
  static __device__ void bad(int *a) {
    a[0] = threadIdx.x; //~ ERROR race
  }
};
__device__ void S::good(int *a) {
  a[threadIdx.x] = 1; //~ ERROR race
}
__global__ void static_member(int *a) { Fn p = S::good; p(a); }
__global__ void static_member_races(int *a) { Fn p = &S::bad; (*p)(a); }
__global__ void member_of_object(int *a, S *s) { Fn p = s->good; p(a); }
__global__ void lambda(int *a) {
  Fn p = [](int *q) { q[threadIdx.x] = 1; };
  p(a);
}
__global__ void lambda_races(int *a) {
  Fn p = [](int *q) {
    q[0] = threadIdx.x; //~ ERROR race
  };
  p(a);
}
__global__ void named_lambda(int *a) {
  auto f = [](int *q) { q[threadIdx.x] = 1; };
  Fn p = f;
  p(a);
  p = +f;
  p(a);
}
__global__ void generic_lambda(int *a) {
  auto f = [](auto *q) { q[threadIdx.x] = 1; };
  Fn p = f;
  p(a);
}
__global__ void generic_lambda_races(int *a) {
  Fn p = [](auto *q) {
    q[0] = threadIdx.x; //~ ERROR race
  };
  p(a);
}
__global__ void no_exceptions(int *a) { Fn p = own; p(a); }
__global__ void constant_parameter(int *a) { void (*p)(int *, int) = scaled; p(a, 1); }
__global__ void instance(int *a) { Fn p = of<int>; p(a); }
__device__ void run(Fn f, int *a) { f(a); }
__global__ void argument(int *a) { run(S::good, a); run([](int *q) { q[threadIdx.x] = 2; }, a); }
__global__ void argument_races(int *a) { run(S::bad, a); }
__device__ void usual(int *a, Fn f = S::bad) { f(a); }
__global__ void default_argument(int *a) { usual(a); }
struct Task {
  int size;
  Fn f = S::bad;
};
__global__ void default_member(int *a) {
  Task t;
  t.f(a);
}
__global__ void in_a_struct(int *a) {
  Task t;
  t.f = S::good;
  if (threadIdx.x == 1) t.f = S::bad;
  t.f(a);
}
__global__ void reference(int *a) {
  void (&f)(int *) = own;
  f(a);
}
__global__ void other_type(int *a) { int (*p)(int) = [](int n) { return n + 1; }; a[threadIdx.x] = p(1); }
