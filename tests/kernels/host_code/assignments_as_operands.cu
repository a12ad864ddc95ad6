//@ verdict: races=refuted
// An assignment names its target: what is done to it is done to the variable.
__global__ void k(int *a, int n) { if (n > 40) a[0] = threadIdx.x; } //~ ERROR race

void assigned_again(int *a, int n) {
  if (n > 40) return;
  (n += 1) += 100;
  k<<<1, 64>>>(a, n);
}
void stepped_twice(int *a, int n) {
  if (n > 40) return;
  ++(++n);
  k<<<1, 64>>>(a, n);
}
void referred_to(int *a, int n) {
  int &r = (n = 5);
  r = 100;
  k<<<1, 64>>>(a, n);
}
void greater(int *a, int n) {
  if (n > 40) return;
  *const_cast<int *>(&max(n, n)) = 100;
  k<<<1, 64>>>(a, n);
}
void returned_address(int *a, int n) {
  if (n > 40) return;
  int *q = (int *)memset(&n, 0, sizeof n);
  *q = 100;
  k<<<1, 64>>>(a, n);
}
void registered(int *a, int n) {
  if (n > 40) return;
  int *d;
  cudaHostRegister(&n, sizeof n, 0);
  cudaHostGetDevicePointer((void **)&d, &n, 0);
  cudaMemset(d, 1, 4);
  k<<<1, 64>>>(a, n);
}
int five(int);
void destructured(int *a, int n) {
  struct Two { int x, y; };
  if (n > 40) return;
  auto [x, y] = Two{n = 100, 2};
  k<<<1, 64>>>(a, n);
}
void in_an_argument(int *a, int n) {
  if (n > 40) return;
  float *q;
  cudaMallocManaged(&q, 4, (n = 100) ? 1 : 2);
  k<<<1, 64>>>(a, n);
}
void in_a_label(int *a, int n) {
  switch (n) {
    case 1: {
      five(1);
      case 100: k<<<1, 64>>>(a, n);
    }
  }
}
void in_a_step(int *a, int n) {
  for (int m = 0; m < 100; k<<<1, 64>>>(a, m), m++) {
    if (m > 40) continue;
    five(m);
  }
}
struct Pair { int a, b; };
void swapped_members(int *a, int n) {
  if (n > 40) return;
  Pair s = {100, n}, t = {2, 3};
  std::swap(s.a, t.a);
  k<<<1, 64>>>(a, t.a);
}
