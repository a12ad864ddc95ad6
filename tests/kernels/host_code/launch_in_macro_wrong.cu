//@ verdict: races=proved
//@ kernel: stored@any races=refuted
//@ kernel: named_twice@any races=refuted
//@ kernel: in_lost_statement@any races=refuted
// What else a macro does with the kernel in its arguments is not seen.
#define BODY { a[threadIdx.x] = blockIdx.x; }
#define CHECK(...) do { __VA_ARGS__; if (cudaGetLastError() != cudaSuccess) abort(); } while (0)
#define STORED(kernel, ...) do { last = kernel; kernel<<<1, 64>>>(__VA_ARGS__); } while (0)
__global__ void stored(int *a) BODY //~ ERROR race
__global__ void named_twice(int *a) BODY //~ ERROR race
__global__ void in_lost_statement(int *a) BODY //~ ERROR race
__global__ void checked(int *a) BODY
void (*last)(int *);
void all(int *a) {
  STORED(stored, a);
  CHECK(last = named_twice; named_twice<<<1, 64>>>(a));
  CHECK(checked<<<1, 64>>>(a));
}
void lost(int *a) { CHECK(in_lost_statement<<<1, 64>>>(a); std::not_in_the_prelude t(in_lost_statement)); }
