//@ verdict: races=refuted
//@ kernel: k@20 races=proved
// Default initialisers that are more than numbers: one may change another member, or keep its address. No member of
// such a structure is known. Each launch passes 65 or more.
struct Pointer { int n = 5; int *p = &n; };
struct Self { int n = 5; Self *self = this; };
struct Assigning { int n = 5; int other = n = 65; };
struct Counting { int n = 64; int other = ++n; };
int change(int &n) { n = 65; return 1; }
struct Calling { int n = 5; int other = change(n); };
struct Field { int n : 8 = 65; };
struct Numbers { int n = 32; int other = -1; };

__global__ void k(int *a, int n) {
  a[n > 64 ? 0 : threadIdx.x] = 1; //~ ERROR race
}

void numbers(int *a) {
  Numbers c;
  k<<<1, 64>>>(a, c.n + c.other);
}
void by_pointer(int *a) {
  Pointer c;
  *c.p = 65;
  k<<<1, 64>>>(a, c.n);
}
void by_self(int *a) {
  Self c;
  c.self->n = 65;
  k<<<1, 64>>>(a, c.n);
}
void by_assignment(int *a) {
  Assigning c;
  k<<<1, 64>>>(a, c.n);
}
void by_increment(int *a) {
  Counting c;
  k<<<1, 64>>>(a, c.n);
}
void by_call(int *a) {
  Calling c;
  k<<<1, 64>>>(a, c.n);
}
void by_call_in_list(int *a) {
  Calling c{6};
  k<<<1, 64>>>(a, c.n);
}
void bit_field(int *a) {
  Field c;
  k<<<1, 64>>>(a, c.n);
}

// Members that are assigned later change through the address too.
struct Inner { int n = 5; };
struct Outer { Inner inner; int *p = &inner.n; };
void in_outer(int *a) {
  Outer c;
  c.inner.n = 6;
  *c.p = 65;
  k<<<1, 64>>>(a, c.inner.n);
}
struct Kept;
Kept *last;
struct Kept { int n; int other = (last = this, 0); };
void kept(int *a) {
  Kept c;
  c.n = 5;
  last->n = 65;
  k<<<1, 64>>>(a, c.n);
}

// Constants that refer to each other.
extern const int second;
const int first = second;
const int second = first + 65;
void circular(int *a) { k<<<1, 64>>>(a, second); }
