//@ flags: --block 64 --grid 1
//@ verdict: races=proved
// Constructors that differ in how they take their argument: the one that the compiler chooses keeps the threads apart.
struct OfReference { int k; __device__ OfReference(const int &t) : k(t / 2) {} __device__ OfReference(int &t) : k(t) {} };
__global__ void reference(int *a) {
  int t = threadIdx.x;
  OfReference c(t);
  a[c.k] = threadIdx.x;
}
struct OfPointer { int k; __device__ OfPointer(int *) : k(1) {} __device__ OfPointer(const int *) : k(threadIdx.x) {} };
__global__ void pointer(int *a) {
  const int *b = a;
  OfPointer c(b);
  a[c.k] = threadIdx.x;
}
struct Moved { int k; __device__ Moved(int t, int) : k(t) {} __device__ Moved(Moved &&m) : k(m.k) {} __device__ Moved(const Moved &m) : k(m.k / 2) {} };
__global__ void move(int *a) {
  Moved c(threadIdx.x, 1);
  Moved d(static_cast<Moved &&>(c));
  a[d.k] = threadIdx.x;
}
// A template that fits as well stands back.
struct Template { int k; template <class T> __device__ Template(T t) : k(t / 2) {} __device__ Template(int t) : k(t) {} };
__global__ void ordinary(int *a) {
  Template c((int)threadIdx.x);
  a[c.k] = threadIdx.x;
}
