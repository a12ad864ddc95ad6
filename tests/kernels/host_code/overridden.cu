// A call of a member function runs the override of the object's class, which changes the number that the launch reads.
//@ kernel: k races=refuted
//@ kernel: same races=proved

extern int n;
int read();
struct Base {
  virtual int size() const { return 64; }
  virtual int operator()() const { return 64; }
  virtual ~Base() {}
};
struct Derived : Base {
  int size() const override { return 64; }
  int operator()() const override { return 64; }
  ~Derived() {}
};
struct Unmarked : Base {
  int size() const { return 64; }
};
struct Last final : Base {
  int size() const override { return 64; }
  int operator()() const override { return 64; }
};
struct Plain {
  int size() const { return 64; }
};
struct Changing : Derived {
  int size() const override { n = read(); return 64; }
  int operator()() const override { n = read(); return 64; }
};
struct Other : Unmarked {
  int size() const override { n = read(); return 64; }
};

__global__ void k(int *a, int n) { if (gridDim.x != n) a[0] = threadIdx.x; } //~ ERROR race
__global__ void same(int *a, int n) { if (gridDim.x != n) a[0] = threadIdx.x; }

void marked(int *a, Derived *d) { k<<<n, d->size()>>>(a, n); }
void by_reference(int *a, Derived &d) { k<<<n, d.size()>>>(a, n); }
void unmarked(int *a, Unmarked *u) { k<<<n, u->size()>>>(a, n); }
void by_operator(int *a, Derived &d) { k<<<n, d()>>>(a, n); }

void last(int *a, Last *d) { same<<<n, d->size()>>>(a, n); }
void plain(int *a, Plain *p) { same<<<n, p->size()>>>(a, n); }
