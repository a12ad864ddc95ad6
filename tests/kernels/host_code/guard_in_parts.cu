//@ kernel: k@27 races=proved
//@ kernel: k@30 races=proved
//@ kernel: k@34 races=proved
//@ kernel: k@37 races=proved
//@ kernel: k@40 races=proved
//@ kernel: k@43 races=proved
//@ kernel: k@47 races=proved
//@ kernel: k@54 races=refuted
//@ kernel: k@58 races=refuted
//@ kernel: k@63 races=refuted
//@ kernel: k@69 races=refuted
//@ kernel: k@74 races=refuted
//@ kernel: k@80 races=refuted
//@ kernel: k@85 races=refuted
//@ kernel: k@89 races=refuted
// A test of several values before a launch says what its parts say, also where some are values that the kernel does not get.
#include <algorithm>

__global__ void k(int *a, int n) {
  a[n > 64 ? 0 : threadIdx.x] = 1; //~ ERROR race
}
bool ask();
void grow(int &n);

// At most 64.
void both(int *a, int n, bool b) {
  if (b && n <= 64) k<<<1, 64>>>(a, n);
}
void neither(int *a, int n, bool b) {
  if (!(b || n > 64)) k<<<1, 64>>>(a, n);
}
void turned_away(int *a, int n, int m) {
  if (m < 0 || n > 64) return;
  k<<<1, 64>>>(a, n);
}
void asked(int *a, int n, float f) {
  if (ask() && f > 0 && n <= 64) k<<<1, 64>>>(a, n);
}
void less_than_other(int *a, int n, int m) {
  if (n < m && m <= 64) k<<<1, 64>>>(a, n);
}
void one_of_two(int *a, int n, int m) {
  if ((n < 10 || n == m) && m == 64) k<<<1, 64>>>(a, n);
}
void least(int *a, int n, bool b) {
  int m = b ? 64 : std::min(n, 3);
  k<<<1, 64>>>(a, std::max(std::min(m, n), 1));
}

// More than 64, too.
void changed(int *a, int n, bool b) {
  if (b && n <= 64) {
    n *= 2;
    k<<<1, 64>>>(a, n);
  }
}
void either(int *a, int n, bool b) {
  if (b || n <= 64) k<<<1, 64>>>(a, n);
}
void changed_elsewhere(int *a, int n, bool b) {
  if (b && n <= 64) {
    grow(n);
    k<<<1, 64>>>(a, n);
  }
}
void in_loop(int *a, int n, bool b) {
  while (b && n <= 64) {
    n += 64;
    k<<<1, 64>>>(a, n);
  }
}
void in_lambda(int *a, int n, bool b) {
  auto more = [&] { n = 100; };
  if (b && n <= 64) more(), k<<<1, 64>>>(a, n);
}
void other_bound(int *a, int n, int m, bool b) {
  if (b && n < m) {
    m = 64;
    if (b && m <= 64)
      k<<<1, 64>>>(a, n);
  }
}
void otherwise(int *a, int n, bool b) {
  if (b && n <= 64) return;
  k<<<1, 64>>>(a, n);
}
void least_of_other(int *a, int n, bool b) {
  const int &m = std::min(n, 64);
  n = b ? 65 : m, k<<<1, 64>>>(a, n);
}
