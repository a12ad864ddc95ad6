//@ verdict: races=proved divergence=proved
// Places that name a kernel and launch nothing: each kernel is right for its launches, and for no others.
#define BODY { a[n == 64 ? threadIdx.x : 0] = threadIdx.x; }
#define KERNEL(name) __global__ void name
#define TEXT(x) #x
#define NAME as_macro
#define LAUNCH(n) do { int v = (n); in_macro<<<1, 64>>>(a, v); } while (0)
#define BOTH(n) LAUNCH(n); in_both<<<1, 64>>>(a, n)
#define CASE(N) case N: by_case<N><<<1, 64>>>(a, N); break
#define UNUSED(n) in_unused<<<1, n>>>(a, n)
namespace n { __global__ void used(int *a, int n) BODY }
KERNEL(defined_by_macro)(int *a, int n) BODY
__global__ void as_macro(int *a, int n) BODY
__global__ void in_macro(int *a, int n) BODY
__global__ void in_both(int *a, int n) BODY
__global__ void in_unused(int *a, int n) BODY
__global__ void as_text(int *a, int n) BODY
__global__ void of_size(int *a, int n) BODY
__global__ void as_type(int *a, int n) BODY
__global__ void printed(int *a, int n) BODY
__global__ void left_out(int *a, int n) BODY
__global__ void as_label(int *a, int n) BODY
__global__ void in_pattern(int *a, int n) BODY
__global__ void in_member(int *a, int n) BODY
__global__ void in_lambda(int *a, int n) BODY
__global__ void discarded(int *a, int n) BODY
template <int N> __global__ void by_case(int *a, int n) { a[n == N ? threadIdx.x : 0] = threadIdx.x; }

using n::used;
const char *text = TEXT(as_text);
template <class T> void never(T *a) { in_pattern<<<1, 64>>>(a, 1); }
template <class T> struct Never { void go(T *a) { in_member<<<1, 64>>>(a, 1); } };
template <bool B> void sometimes(int *a) { if constexpr (B) discarded<<<1, 64>>>(a, 1); }
static_assert(sizeof(&of_size) == 8);
void all(int *a, int n) {
  used<<<1, 64>>>(a, 64);
  defined_by_macro<<<1, 64>>>(a, 64);
  NAME<<<1, 64>>>(a, 64);
  LAUNCH(64);
  LAUNCH(64);
  BOTH(64);
  in_unused<<<1, 64>>>(a, 64);
  as_text<<<1, 64>>>(a, 64);
  of_size<<<1, 64>>>(a, sizeof(&of_size) * 8);
  decltype(as_type) *f = nullptr;
  as_type<<<1, 64>>>(a, 64);
  printf("%p\n", (void *)printed);
  printed<<<1, 64>>>(a, 64);
  left_out<<<1, 64>>>(a, 64);
#ifdef OTHERWISE
  left_out<<<1, 64>>>(a, 1);
#endif
  in_pattern<<<1, 64>>>(a, 64);
  in_member<<<1, 64>>>(a, 64);
  Never<int> object;
  in_lambda<<<1, 64>>>(a, 64);
  auto lambda = [&](auto m) { in_lambda<<<1, 64>>>(a, m); };
  discarded<<<1, 64>>>(a, 64);
  sometimes<false>(a);
  switch (n) { CASE(1); CASE(2); }
}
void labelled(int *a) {
  as_label<<<1, 64>>>(a, 64);
  goto as_label;
as_label:
  return;
}
