//@ kernel: by_reference races=refuted
//@ kernel: by_copy races=refuted
//@ kernel: second_call@67 races=proved
//@ kernel: second_call@68 races=refuted
//@ kernel: stored races=refuted
//@ kernel: given_to_unknown races=refuted
//@ kernel: assigned_inside races=refuted
//@ kernel: assigned_by_callee races=refuted
//@ kernel: renamed races=refuted
//@ kernel: recursive races=refuted
//@ kernel: by_pointer races=refuted
//@ kernel: by_member races=refuted
//@ kernel: mutable_copy races=refuted
//@ kernel: exchanged races=refuted
//@ kernel: captured_lambda races=refuted
//@ kernel: tried races=refuted
//@ kernel: in_loop races=refuted
//@ kernel: returned races=refuted
//@ kernel: computed races=refuted
// More than 32 threads conflict. What a lambda captures changes before a call of it, it is called elsewhere with other
// arguments, or assigns what it captures.
#include <functional>
#include <vector>
__device__ int a[32];
__global__ void by_reference() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void by_copy() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void second_call() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void stored() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void given_to_unknown() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void assigned_inside() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void assigned_by_callee() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void renamed() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void recursive() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void by_pointer() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void by_member() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void mutable_copy() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void exchanged() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void captured_lambda() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void tried() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void in_loop() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void returned() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void computed() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
void anybody(std::function<void(int)>);
template <class F> void once(F f) { f(); }
template <class F> void set_and_call(F f, int &n) {
  n = 64;
  f();
}
void run(const std::function<void()> &f) { f(); }
struct Task {
  std::function<void()> f;
};
std::vector<std::function<void()>> tasks;
auto launcher(int n) {
  return [n] { returned<<<1, n>>>(); };
}
int main() {
  int n1 = 32;
  auto f1 = [&] { by_reference<<<1, n1>>>(); };
  n1 = 64;
  f1();
  int n2 = 64;
  auto f2 = [=] { by_copy<<<1, n2>>>(); };
  n2 = 32;
  once(f2);
  auto f3 = [](int n) { second_call<<<1, n>>>(); };
  f3(32);
  f3(64);
  int n4 = 32;
  tasks.push_back([&] { stored<<<1, n4>>>(); });
  n4 = 64;
  tasks[0]();
  anybody([](int n) { given_to_unknown<<<1, n>>>(); });
  int n6 = 32;
  auto f6 = [&] {
    assigned_inside<<<1, n6>>>();
    n6 = 64;
  };
  f6();
  f6();
  int n7 = 32;
  set_and_call([&] { assigned_by_callee<<<1, n7>>>(); }, n7);
  int n8 = 32;
  auto f8 = [&r = n8] { r = 64; };
  f8();
  auto g8 = [&] { renamed<<<1, n8>>>(); };
  g8();
  std::function<void(int)> f9 = [&](int n) {
    recursive<<<1, n>>>();
    if (n < 64) f9(2 * n);
  };
  f9(32);
  int n10 = 32, *p10 = &n10;
  auto f10 = [&] { by_pointer<<<1, n10>>>(); };
  *p10 = 64;
  f10();
  int n11 = 32;
  Task task{[&] { by_member<<<1, n11>>>(); }};
  n11 = 64;
  task.f();
  int n12 = 32;
  auto f12 = [n12]() mutable {
    mutable_copy<<<1, n12>>>();
    n12 = 64;
  };
  f12();
  f12();
  int n13 = 32;
  std::function<void()> f13 = [&] { exchanged<<<1, n13>>>(); }, g13;
  g13 = f13;
  n13 = 64;
  g13();
  int n14 = 32;
  auto f14 = [&] { captured_lambda<<<1, n14>>>(); };
  auto g14 = [&] { f14(); };
  n14 = 64;
  g14();
  int n15 = 32;
  auto f15 = [&] { tried<<<1, n15>>>(); };
  try {
    n15 = 64;
    f15();
  } catch (...) {
  }
  int n16 = 32;
  auto f16 = [&] { in_loop<<<1, n16>>>(); };
  for (int i = 0; i < 2; i++) {
    f16();
    n16 += 32;
  }
  auto f17 = launcher(64);
  f17();
  int n18 = 32;
  auto f18 = [&] { return n18; };
  n18 = 64;
  computed<<<1, f18()>>>();
}
