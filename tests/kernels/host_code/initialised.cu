//@ kernel: k@23 races=proved
//@ kernel: k@26 races=proved
//@ kernel: k@30 races=proved
//@ kernel: k@34 races=proved
//@ kernel: k@38 races=proved
//@ kernel: k@43 races=refuted
//@ kernel: k@47 races=refuted
//@ kernel: k@52 races=refuted
//@ kernel: k@56 races=refuted
//@ kernel: k@61 races=refuted
// Elements of constant arrays and members with default initialisers.
struct Configuration { int threads = 32; unsigned char parts = 2; int other; };
struct Constructed { int threads = 32; Constructed() : threads(65) {} };
const int sizes[] = {16, 32, 64};
const int great[3] = {65, 32};
void change(Configuration &c);

__global__ void k(int *a, int n) {
  a[n > 64 ? 0 : threadIdx.x] = 1; //~ ERROR race
}

// At most 64.
void one_size(int *a) { k<<<1, 64>>>(a, sizes[2]); }
void every_size(int *a) {
  for (int i = 0; i < 3; i++)
    k<<<1, 64>>>(a, sizes[i]);
}
void zeros(int *a) {
  static const unsigned char few[4] = {7, 44};
  k<<<1, 64>>>(a, few[1] + few[3]);
}
void as_declared(int *a) {
  Configuration c;
  k<<<1, 64>>>(a, c.threads * c.parts);
}
void as_listed(int *a) {
  Configuration c{16}, d = {};
  k<<<1, 64>>>(a, c.threads * c.parts + d.threads);
}

// More than 64, too.
void some_size(int *a, int i) {
  k<<<1, 64>>>(a, great[i]);
}
void not_constant(int *a, int i) {
  int sizes[] = {16, 32}; sizes[i] = 65;
  k<<<1, 64>>>(a, sizes[1]);
}
void changed(int *a) {
  Configuration c;
  change(c);
  k<<<1, 64>>>(a, c.threads);
}
void not_initialised(int *a) {
  Configuration c;
  k<<<1, 64>>>(a, c.other);
}
void constructed(int *a) {
  Constructed c;
  c.threads += 0;
  k<<<1, 64>>>(a, c.threads);
}
