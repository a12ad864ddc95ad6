//@ kernel: narrow races=refuted
//@ kernel: wide races=proved
//@ kernel: of_template races=refuted
//@ kernel: of_other_template races=proved
//@ kernel: of_class races=refuted
//@ kernel: of_typedef races=refuted
//@ kernel: of_other_typedef races=proved
// Types of function bodies are printed by their bare names, and instances of one template print the same: each has a layout of its own.

__global__ void narrow(int *p) {
  struct Cell { int a; };
  Cell *q = (Cell *)p;
  q[threadIdx.x].a = 1; //~ ERROR race
  p[5 * threadIdx.x] = 2; //~ ERROR race
}
__global__ void wide(int *p) {
  struct Cell { int pad[4]; int a; };
  Cell *q = (Cell *)p;
  q[threadIdx.x].a = 1;
  p[5 * threadIdx.x] = 2;
}

template <class T> __device__ void first_of_pairs(int *p) {
  struct Pair { T a, b; };
  Pair *q = (Pair *)p;
  q[threadIdx.x].a = 1; //~ ERROR race
  ((char *)p)[16 * threadIdx.x + 8] = 2; //~ ERROR race
}
__global__ void of_template(int *p) { first_of_pairs<int>(p); }
__global__ void of_other_template(int *p) { first_of_pairs<double>(p); }

template <class T> struct Tagged { union { T value; char byte; } of; char tag; };
__global__ void of_class(Tagged<char> *v, Tagged<double> *) {
  v[threadIdx.x].tag = 1; //~ ERROR race
  ((char *)v)[16 * threadIdx.x + 15] = 2; //~ ERROR race
}

__global__ void of_typedef(char *p) {
  typedef char Element;
  Element *q = (Element *)p;
  q[threadIdx.x] = 1; //~ ERROR race
  p[4 * threadIdx.x + 4] = 2; //~ ERROR race
}
__global__ void of_other_typedef(char *p) {
  typedef short Element;
  Element *q = (Element *)p;
  q[2 * threadIdx.x] = 1;
  p[4 * threadIdx.x + 3] = 2;
}
void host(int *p, Tagged<char> *v, Tagged<double> *w, char *c) {
  narrow<<<1, 256>>>(p);
  wide<<<1, 256>>>(p);
  of_template<<<1, 256>>>(p);
  of_other_template<<<1, 256>>>(p);
  of_class<<<1, 256>>>(v, w);
  of_typedef<<<1, 256>>>(c);
  of_other_typedef<<<1, 256>>>(c);
}
