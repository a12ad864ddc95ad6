//@ verdict: races=proved divergence=proved
// The arguments of macros are read like any other text.
#define CHECK(...) do { __VA_ARGS__; if (cudaGetLastError() != cudaSuccess) abort(); } while (0)
#define NESTED(call) CHECK(call)
#define EXPECTED(...) if ((__VA_ARGS__, cudaGetLastError()) != cudaSuccess) abort()
#define LAUNCH(kernel, threads, ...) kernel<<<1, threads>>>(__VA_ARGS__)
#define TWICE(call) do { call; call; } while (0)
__global__ void checked(int *a) { a[threadIdx.x] = blockIdx.x; }
__global__ void nested(int *a) { a[threadIdx.x] = blockIdx.x; }
__global__ void expected(int *a) { a[threadIdx.x] = blockIdx.x; }
__global__ void by_parts(int *a) { a[threadIdx.x] = blockIdx.x; }
__global__ void twice(int *a) { a[threadIdx.x] = blockIdx.x; }
template <class T> __global__ void templated(T *a) { a[threadIdx.x] = blockIdx.x; }
template <class T> void run(T *a) { CHECK(templated<<<1, 64>>>(a)); }
void all(int *a) {
  CHECK(checked<<<1, 64>>>(a));
  NESTED((checked<<<1, 32>>>(a)));
  NESTED((nested<<<1, 64>>>(a)));
  EXPECTED(expected<<<1, 64>>>(a));
  LAUNCH(by_parts, 64, a);
  TWICE((twice<<<1, 64>>>(a)));
  run(a);
}
