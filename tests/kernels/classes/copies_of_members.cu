//@ flags: --block 64 --grid 1
//@ verdict: races=proved
// The copy that the compiler makes of a class calls the copy constructors of its members, which double.
struct Twice { int k; __device__ Twice(int t) : k(t) {} __device__ Twice(const Twice &h) : k(2 * h.k) {} };
struct Holder { Twice h; int n; };
__global__ void member(int *a) {
  Holder x{Twice(threadIdx.x), 1};
  Holder y = x;
  a[y.h.k] = 1;
  a[y.h.k + y.n] = 2;
}
// Destructors that do nothing.
struct Quiet { int k; __device__ Quiet(int t) : k(t) {} __device__ ~Quiet() {} };
struct QuietHolder { Quiet q; };
__device__ int take(QuietHolder h) { return h.q.k; }
__global__ void destructor(int *a) {
  QuietHolder h{Quiet(threadIdx.x)};
  a[take(h)] = Quiet(3).k;
}
