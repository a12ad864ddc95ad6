//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// The copy that the compiler makes of a class calls the copy constructors of its members and bases, which halve.
struct Half { int k; __device__ Half(int t) : k(t) {} __device__ Half(const Half &h) : k(h.k / 2) {} };
struct Holder { Half h; int n; };
__global__ void member(int *a) {
  Holder x{Half(threadIdx.x), 1};
  Holder y = x;
  a[y.h.k] = threadIdx.x; //~ ERROR race
}
__device__ int take(Holder h) { return h.h.k; }
__global__ void argument(int *a) {
  Holder x{Half(threadIdx.x), 1};
  a[take(x)] = threadIdx.x; //~ ERROR race
}
struct Heir : Half { __device__ Heir(int t) : Half(t) {} };
__global__ void base(int *a) {
  Heir x(threadIdx.x);
  Heir y(x);
  a[y.k] = threadIdx.x; //~ ERROR race
}
struct Assigned { int k; __device__ Assigned &operator=(const Assigned &o) { k = o.k / 2; return *this; } };
struct Pair { Assigned first; int second; };
__global__ void assignment(int *a) {
  Pair x{{(int)threadIdx.x}, 1}, y;
  y = x;
  a[y.first.k] = threadIdx.x; //~ ERROR race
}
