//@ revisions: named given kept forwarded objects nested computed dispatched loops
//@ verdict: races=proved bounds=proved
// The launches in a lambda have the values that it captures, and the arguments of its calls.
#include <functional>
#include <utility>
__global__ void k(int *a, int n) {
  __shared__ int s[128];
  s[threadIdx.x] = n;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = s[threadIdx.x];
}
template <class F> void once(F f) { f(); }
template <class F> float timed(int times, F &&f) {
  float total = 0;
  for (int i = 0; i < times; i++) {
    std::forward<F>(f)();
    total += 1;
  }
  return total / times;
}
template <class F> void with_block(int n, const F &f) {
  if (n < 1000)
    f(64);
  else
    f(128);
}
void run(const std::function<void()> &f) { f(); }
void run_twice(std::function<void(int)> f, int block) {
  f(block);
  f(2 * block);
}
#ifdef named
void launch(int *a, int n) {
  int block = 32;
  auto go = [&](int blocks) { k<<<blocks, block>>>(a, n); };
  go(8);
  block = 128;
  go((n + 127) / 128);
  auto copy = [=](int threads) { k<<<(n + block - 1) / threads, threads>>>(a, n); };
  copy(block);
}
#endif
#ifdef given
void launch(int *a, int n) {
  int block = n > 1000 ? 128 : 64;
  once([&] { k<<<(n + block - 1) / block, block>>>(a, n); });
  auto go = [=] { k<<<n / block, block>>>(a, n); };
  once(go);
  once([a] { k<<<1, 32>>>(a, 32); });
}
#endif
#ifdef kept
// Nothing changes what the lambda captures, whoever calls it.
void later(std::function<void()> f);
void launch(int *a, int n) {
  int block = 64;
  later([=] { k<<<n, block>>>(a, n); });
  block = 256;
  const int threads = n > 5 ? 32 : 128;
  int other = 64;
  later([&] { k<<<n, threads + other / 64 - 1>>>(a, n); });
}
#endif
#ifdef forwarded
void launch(int *a, int n) {
  int block = 128;
  float t = timed(10, [&] { k<<<n, block>>>(a, n); });
  auto go = [&](int threads) { k<<<n, threads>>>(a, n); };
  with_block(n, go);
}
#endif
#ifdef objects
void launch(int *a, int n) {
  dim3 grid(n), block(8, 16);
  run([&] { k<<<grid, block.x>>>(a, n); });
  std::function<void(int)> go = [=](int threads) { k<<<grid, threads * block.x>>>(a, n); };
  go(4);
  run_twice(go, 8);
}
#endif
#ifdef nested
void launch(int *a, int n) {
  int block = 16;
  auto inner = [&](int factor) { k<<<n, factor * block>>>(a, n); };
  auto outer = [&] {
    inner(4);
    once([&] { k<<<n, 2 * block>>>(a, n); });
  };
  outer();
  block = 32;
  outer();
}
#endif
#ifdef computed
void launch(int *a, int n) {
  int block = 128;
  auto blocks = [block](int n) { return (n + block - 1) / block; };
  auto threads = [&] { return block > 64 ? block : 64; };
  k<<<blocks(n), threads()>>>(a, n);
  block = 32;
  k<<<blocks(n), threads()>>>(a, n);
}
#endif
#ifdef dispatched
template <int N> struct Size {
  static constexpr int value = N;
};
void launch(int *a, int n) {
  auto go = [&](auto size) { k<<<n, decltype(size)::value>>>(a, n); };
  if (n > 5)
    go(Size<32>{});
  else
    go(Size<128>{});
}
#endif
#ifdef loops
void launch(int *a, int n) {
  for (int block = 16; block <= 128; block *= 2) {
    auto go = [&](int blocks) { k<<<blocks, block>>>(a, n); };
    go(n);
    once([&] { k<<<n, block>>>(a, n); });
  }
}
#endif
