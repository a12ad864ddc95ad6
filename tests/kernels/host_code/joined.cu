//@ kernel: k@23 races=proved
//@ kernel: k@28 races=proved
//@ kernel: k@38 races=proved
//@ kernel: k@42 races=proved
//@ kernel: k@49 races=refuted
//@ kernel: k@54 races=refuted
//@ kernel: k@60 races=refuted
//@ kernel: k@68 races=refuted
//@ kernel: k@72 races=refuted
// A number that one path of a test changes depends on the test behind it.
[[noreturn]] void die();
void live();

__global__ void k(int *a, int n) {
  a[n > 64 ? 0 : threadIdx.x] = 1; //~ ERROR race
}

// At most 64.
void tiles(int *a, int n) {
  for (int i = 0; i < n; i += 64) {
    int m = 64;
    if (i + 64 > n) m = n - i;
    k<<<1, 64>>>(a, m);
  }
}
void limited(int *a, int n) {
  if (n > 64) n = 64;
  k<<<1, 64>>>(a, n);
}
void by_steps(int *a, int n, bool small) {
  int m;
  if (small) {
    m = 32;
    if (n < 8) m /= 4;
  } else {
    m = n > 16 ? 16 : n;
  }
  k<<<1, 64>>>(a, m);
}
void dies(int *a, int n) {
  if (n > 64) die();
  k<<<1, 64>>>(a, n);
}

// More than 64, too.
void changed_before(int *a, int n) {
  if (n > 64) n = 64;
  if (n < 10) n += 100;
  k<<<1, 64>>>(a, n);
}
void condition_changed(int *a, int n, int m) {
  if (m > 64) m = 65, n = 64;
  if (m > 100) n = 64;
  k<<<1, 64>>>(a, n);
}
void in_loop(int *a, int n) {
  int m = 0;
  while (n-- > 0) {
    if (m > 64) m = 64;
    k<<<1, 64>>>(a, m + 1), m++;
  }
}
void by_pointer(int *a, int n) {
  int *p = &n;
  if (n > 64) n = 64;
  *p += 100;
  int m = n;
  k<<<1, 64>>>(a, m);
}
void lives(int *a, int n) {
  if (n > 64) live();
  k<<<1, 64>>>(a, n);
}
