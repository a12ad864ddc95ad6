//@ verdict: races=proved bounds=proved divergence=proved
// Functions of the file that allocate, and return the pointer or assign it through a reference.
#include <cstdio>
#include <cstdlib>
__global__ void k(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
}
static int *create(int n) {
  int *p;
  cudaMalloc(&p, n * sizeof(int));
  return p;
}
void returned(int n) {
  if (n < 1 || n > 1000000) return;
  int *a = create(n);
  k<<<(n + 255) / 256, 256>>>(a, n);
}
#define CHECK(call)                                          \
  {                                                          \
    cudaError_t error = call;                                \
    if (error != cudaSuccess) {                              \
      fprintf(stderr, "%s\n", cudaGetErrorString(error));    \
      exit(1);                                               \
    }                                                        \
  }
template <typename T> T *create_checked(size_t n) {
  if (n == 0) return nullptr;
  T *p = nullptr;
  CHECK(cudaMalloc((void **)&p, n * sizeof(T)));
  CHECK(cudaMemset(p, 0, n * sizeof(T)));
  return p;
}
void of_template() {
  int *a = create_checked<int>(1000);
  k<<<4, 256>>>(a, 1000);
}
static void check(cudaError_t error) {
  if (error != cudaSuccess) exit(1);
}
static void alloc(int *&p, int n) { check(cudaMalloc(&p, n * sizeof(int))); }
void by_reference() {
  int *a, *b, n = 1000;
  alloc(a, n);
  alloc(b, 2 * n);
  k<<<4, 256>>>(a, n);
  k<<<8, 256>>>(b, 2 * n);
}
struct Buffer {
  int *data;
  int n;
};
static Buffer make(int n) {
  Buffer buffer;
  buffer.n = n;
  check(cudaMalloc(&buffer.data, n * sizeof(int)));
  return buffer;
}
static void fill(Buffer &buffer, int n) {
  buffer.data = create(n);
  buffer.n = n;
}
void structures() {
  Buffer a = make(1000), b;
  k<<<4, 256>>>(a.data, a.n);
  fill(b, 500);
  k<<<2, 256>>>(b.data, b.n);
}
