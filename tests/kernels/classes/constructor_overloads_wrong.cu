//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// Constructors that differ in how they take their argument: the one that the compiler chooses makes two threads meet.
struct OfReference { int k; __device__ OfReference(const int &t) : k(t) {} __device__ OfReference(int &t) : k(t / 2) {} };
__global__ void reference(int *a) {
  int t = threadIdx.x;
  OfReference c(t);
  a[c.k] = threadIdx.x; //~ ERROR race
}
struct OfPointer { int k; __device__ OfPointer(int *) : k(threadIdx.x) {} __device__ OfPointer(const int *) : k(1) {} };
__global__ void pointer(int *a) {
  const int *b = a;
  OfPointer c(b);
  a[c.k] = threadIdx.x; //~ ERROR race
}
enum class Row : int { first };
enum class Column : int { first };
struct OfEnum { int k; __device__ OfEnum(Row) : k(threadIdx.x) {} __device__ OfEnum(Column) : k(1) {} };
__global__ void enumeration(int *a) {
  OfEnum c(Column::first);
  a[c.k] = threadIdx.x; //~ ERROR race
}
struct OfLong { int k; __device__ OfLong(long) : k(threadIdx.x) {} __device__ OfLong(long long) : k(1) {} };
__global__ void width(int *a) {
  OfLong c(3ll);
  a[c.k] = threadIdx.x; //~ ERROR race
}
struct OfArray { int k; __device__ OfArray(int (&)[2]) : k(threadIdx.x) {} __device__ OfArray(int (&)[3]) : k(1) {} };
__global__ void array(int *a) {
  int three[3] = {1, 2, 3};
  OfArray c(three);
  a[c.k] = threadIdx.x; //~ ERROR race
}
struct Derived : OfReference { __device__ Derived(int &t) : OfReference(t) {} };
__global__ void base(int *a) {
  int t = threadIdx.x;
  Derived c(t);
  a[c.k] = threadIdx.x; //~ ERROR race
}
struct Moved { int k; __device__ Moved(int t, int) : k(t) {} __device__ Moved(Moved &&m) : k(m.k) {} __device__ Moved(const Moved &m) : k(m.k / 2) {} };
__global__ void copy(int *a) {
  Moved c(threadIdx.x, 1);
  Moved d(c);
  a[d.k] = threadIdx.x; //~ ERROR race
}
