//@ kernel: kept races=refuted
//@ kernel: assigned races=refuted
//@ kernel: changed races=refuted
//@ kernel: aliased races=refuted
//@ kernel: lent races=refuted
//@ kernel: captured races=refuted
//@ kernel: handed_on races=refuted
//@ kernel: of_global races=refuted
//@ kernel: in_lambda@83 races=proved
//@ kernel: in_lambda@84 races=refuted
// More than 32 threads conflict. What a function is given it does not only call, or what the references are to changes.
#include <utility>
__device__ int a[32];
__global__ void kept() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void assigned() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void changed() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void aliased() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void lent() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void captured() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void handed_on() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void of_global() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
__global__ void in_lambda() { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
typedef void (*Launcher)(int);
static void launch_kept(int n) { kept<<<1, n>>>(); }
static void launch_assigned(int n) { assigned<<<1, n>>>(); }
static void launch_changed(int n) { changed<<<1, n>>>(); }
static void launch_aliased(int n) { aliased<<<1, n>>>(); }
static void launch_lent(int n) { lent<<<1, n>>>(); }
static void launch_captured(int n) { captured<<<1, n>>>(); }
static void launch_handed_on(int n) { handed_on<<<1, n>>>(); }
static void launch_of_global(int n) { of_global<<<1, n>>>(); }
static void launch_in_lambda(int n) { in_lambda<<<1, n>>>(); }
Launcher last;
int *address;
int size = 32;
void anybody();
static void keep(Launcher f, const int &n) {
  last = f;
  f(n);
}
static void assign(Launcher f, const int &n) {
  Launcher g = f;
  f(n);
  g(64);
}
static void change(Launcher f, int &n) {
  n = 64;
  f(n);
}
static void alias(Launcher f, const int &n, int &m) {
  m = 64;
  f(n);
}
static void call(Launcher f, const int &n) {
  anybody();
  f(n);
}
static void lend(int &n) { address = &n; }
static void set_global(Launcher f, const int &n) {
  size = 64;
  f(n);
}
static void hand_on(Launcher f, const int &n) { keep(f, n); }
template <class F> void run(F f) { f(); }
int main() {
  int n = 32;
  keep(launch_kept, 32);
  last(64);
  assign(launch_assigned, 32);
  change(launch_changed, n);
  int m = 32;
  alias(launch_aliased, m, m);
  int p = 32;
  lend(p);
  call(launch_lent, p);
  int q = 32;
  auto more = [&] { q = 64; };
  more();
  call(launch_captured, q);
  hand_on(launch_handed_on, 32);
  last(64);
  set_global(launch_of_global, size);
  launch_in_lambda(32);
  run([] { launch_in_lambda(64); });
}
