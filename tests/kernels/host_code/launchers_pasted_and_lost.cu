//@ verdict: races=refuted
// The compiler leaves out the statement in which the name of the launcher is put together.
#define NAME(first, second) first##second
__global__ void k(int *a) { a[threadIdx.x % 32] = threadIdx.x; } //~ ERROR race
void launch(int *a, int block) {
  k<<<1, block>>>(a);
}
int main() {
  int *a;
  cudaMalloc(&a, 1 << 20);
  launch(a, 32);
  std::not_in_the_prelude t([&] { NAME(lau, nch)(a, 64); });
}
