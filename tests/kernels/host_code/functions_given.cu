//@ kernel: k races=proved bounds=proved
//@ kernel: l races=proved
// A function that another one is given and only calls is called there, with references that are forwarded and read.
#include <cstdlib>
#include <utility>
__global__ void k(int *a, int n) {
  __shared__ int s[128];
  s[threadIdx.x] = n;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = s[threadIdx.x];
}
__global__ void l(int *a) { a[threadIdx.x % 64] = threadIdx.x; }
template <class F, class... A> float timed(int times, F f, A &&...args) {
  float total = 0;
  for (int i = 0; i < times; i++) {
    f(std::forward<A>(args)...);
    total += 1;
  }
  return total / times;
}
void launch(int *a, int n, const int block) {
  k<<<(n + block - 1) / block, block>>>(a, n);
}
static void launch_other(int *a, int block) { l<<<1, block>>>(a); }
static void twice(void (*f)(int *, int), int *a, const int &block) {
  f(a, block);
  f(a, block / 2);
}
int main(int argc, char **argv) {
  int n = 1024;
  if (argc > 1) n = atoi(argv[1]);
  if (n < 1 || n > 1 << 20) return 1;
  int *a;
  cudaMalloc(&a, n * sizeof(int));
  int blocks[] = {32, 64, 128};
  launch(a, n, blocks[1]);
  for (int j = 0; j < 3; j++) {
    int block = blocks[j];
    float t = timed(argc, launch, a, n, block);
  }
  twice(launch_other, a, 64);
}
