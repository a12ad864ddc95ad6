//@ verdict: races=proved
//@ kernel: as_argument@any races=refuted
//@ kernel: by_default@any races=refuted
//@ kernel: in_member@any races=refuted
//@ kernel: in_pattern@any races=refuted
//@ kernel: in_instance@28 races=refuted
//@ kernel: in_lambda@38 races=refuted
//@ kernel: in_macro@any races=refuted
//@ kernel: in_template@30 races=refuted
// Names of kernels that are executed, in places where no launch is read, or where the launch is in an instance.
#define BODY { a[n == 64 ? threadIdx.x : 0] = threadIdx.x; }
#define KEEP(name) last = name
__global__ void as_argument(int *a, int n) BODY //~ ERROR race
__global__ void by_default(int *a, int n) BODY //~ ERROR race
__global__ void in_member(int *a, int n) BODY //~ ERROR race
__global__ void in_pattern(int *a, int n) BODY //~ ERROR race
__global__ void in_instance(int *a, int n) BODY //~ ERROR race
__global__ void in_lambda(int *a, int n) BODY //~ ERROR race
__global__ void in_macro(int *a, int n) BODY //~ ERROR race
__global__ void in_template(int *a, int n) BODY //~ ERROR race

void (*last)(int *, int);
template <void (*K)(int *, int)> struct Holder { static void keep() { last = K; } };
void keep(void (*k)(int *, int) = by_default) { last = k; }
struct Member { void (*k)(int *, int) = in_member; };
template <class T> void pattern(T *a) { last = in_pattern; }

template <class T> void instance(int *a, T n) { in_instance<<<1, 64>>>(a, n); }

template <int N> void by_template(int *a) { in_template<<<1, 64>>>(a, N); }
void all(int *a, int n) {
  as_argument<<<1, 64>>>(a, 64), Holder<as_argument>::keep();
  by_default<<<1, 64>>>(a, 64), keep();
  in_member<<<1, 64>>>(a, 64), (void)Member();
  in_pattern<<<1, 64>>>(a, 64), pattern(a);
  in_instance<<<1, 64>>>(a, 64), instance(a, n);
  in_lambda<<<1, 64>>>(a, 64);
  auto lambda = [&](auto m) { in_lambda<<<1, 64>>>(a, m); };
  lambda(n);
  in_macro<<<1, 64>>>(a, 64), KEEP(in_macro);
  in_template<<<1, 64>>>(a, 64), by_template<1>(a);
}
