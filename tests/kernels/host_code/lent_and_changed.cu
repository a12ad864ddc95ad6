//@ verdict: races=proved bounds=refuted
// Whoever was given a variable may have kept it, and changes it between the condition and the launch.
#include <cstdlib>
#include <cstring>
#include <functional>
#include <new>
struct Options { int n; };
struct Watch {
  Watch();
  ~Watch();
};
struct Number { operator int(); };
int *keep(int &n);
int &same(int &n);
void keep_options(Options *o);
void other();
int count();
__global__ void fill(int *a) { a[threadIdx.x] = 1; } //~ ERROR bounds
int *room() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  return a;
}
void other_call() {
  int n, *a;
  keep(n);
  cudaMalloc(&a, 64 * sizeof(int));
  if (n < 1 || n > 64) return;
  other();
  fill<<<1, n>>>(a);
}
void call_in_argument() {
  int n, *a;
  keep(n);
  cudaMalloc(&a, 64 * sizeof(int));
  if (n < 1 || n > 64) return;
  fill<<<1, n, count()>>>(a);
}
void store_through_pointer() {
  int n, *a;
  int *p = keep(n);
  cudaMalloc(&a, 64 * sizeof(int));
  if (n < 1 || n > 64) return;
  *p = 512;
  fill<<<1, n>>>(a);
}
void element(int i) {
  int n, *a;
  int *p = keep(n);
  cudaMalloc(&a, 64 * sizeof(int));
  if (n < 1 || n > 64) return;
  p[i] += 512;
  fill<<<1, n>>>(a);
}
void returned_reference() {
  int n, *a;
  keep(n);
  cudaMalloc(&a, 64 * sizeof(int));
  if (n < 1 || n > 64) return;
  same(n) = 512;
  fill<<<1, n>>>(a);
}
void reference() {
  int n, *a;
  int &r = same(n);
  cudaMalloc(&a, 64 * sizeof(int));
  if (n < 1 || n > 64) return;
  r = 512;
  fill<<<1, n>>>(a);
}
void library() {
  int n, *a;
  int *p = keep(n);
  cudaMalloc(&a, 64 * sizeof(int));
  if (n < 1 || n > 64) return;
  memset(p, 1, 1);
  fill<<<1, n>>>(a);
}
void destructor() {
  int n, *a;
  keep(n);
  cudaMalloc(&a, 64 * sizeof(int));
  if (n < 1 || n > 64) return;
  { Watch watch; }
  fill<<<1, n>>>(a);
}
void conversion(Number from) {
  int n, *a;
  keep(n);
  cudaMalloc(&a, 64 * sizeof(int));
  if (n < 1 || n > 64) return;
  int m = from;
  fill<<<1, n>>>(a);
}
void later_iteration() {
  int n, *a;
  keep(n);
  cudaMalloc(&a, 64 * sizeof(int));
  if (n < 1 || n > 64) return;
  for (int i = 0; i < 3; i++) {
    fill<<<1, n>>>(a);
    other();
  }
}
void branch(bool b) {
  int n, *a;
  keep(n);
  cudaMalloc(&a, 64 * sizeof(int));
  if (n < 1 || n > 64) return;
  if (b) other();
  fill<<<1, n>>>(a);
}
void structure() {
  Options o;
  int *a;
  keep_options(&o);
  cudaMalloc(&a, 64 * sizeof(int));
  if (o.n < 1 || o.n > 64) return;
  other();
  fill<<<1, o.n>>>(a);
}
void lambda() {
  int n, *a;
  keep(n);
  cudaMalloc(&a, 64 * sizeof(int));
  auto change = [&] { n = 512; };
  if (n < 1 || n > 64) return;
  change();
  fill<<<1, n>>>(a);
}
void stepped() {
  int n = 1, *a;
  cudaMalloc(&a, 64 * sizeof(int));
  keep(n);
  if (n != 1) return;
  for (; n < 64; n++) other();
  fill<<<1, n>>>(a);
}
void copied_by_device() {
  int n = 1, *a, *d;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&d, sizeof(int));
  cudaMemcpyAsync(&n, d, sizeof(int), cudaMemcpyDeviceToHost);
  if (n < 1 || n > 64) return;
  cudaDeviceSynchronize();
  fill<<<1, n>>>(a);
}
struct View { int &n; };
View view(int &n);
void member_reference() {
  int n, *a;
  keep(n);
  cudaMalloc(&a, 64 * sizeof(int));
  View v = view(n);
  if (n < 1 || n > 64) return;
  v.n = 512;
  fill<<<1, n>>>(a);
}
struct Member { Watch watch; };
void member_constructor() {
  int n, *a;
  keep(n);
  cudaMalloc(&a, 64 * sizeof(int));
  if (n < 1 || n > 64) return;
  Member member;
  fill<<<1, n>>>(a);
}
struct Counted { int x = count(); };
void member_initialiser() {
  int n, *a;
  keep(n);
  cudaMalloc(&a, 64 * sizeof(int));
  if (n < 1 || n > 64) return;
  Counted counted{};
  fill<<<1, n>>>(a);
}
void moved_pointer(int times) {
  int n, *a, x = 0, *p = (int *)malloc(4);
  int *q = keep(n);
  cudaMalloc(&a, 64 * sizeof(int));
  if (n < 1 || n > 64) return;
  for (int i = 0; i < times; p = q, i++) {
    fill<<<1, n>>>(a);
    *p = 512;
  }
}
void placed() {
  int n, *a;
  int *at = keep(n);
  cudaMalloc(&a, 64 * sizeof(int));
  int *p = new (at) int;
  if (n < 1 || n > 64) return;
  *p = 512;
  fill<<<1, n>>>(a);
}
void atomically() {
  int n, *a;
  int *at = keep(n);
  cudaMalloc(&a, 64 * sizeof(int));
  if (n < 1 || n > 64) return;
  __atomic_store_n(at, 512, __ATOMIC_SEQ_CST);
  fill<<<1, n>>>(a);
}
