//@ verdict: races=unsupported
// An `explicit` constructor is no candidate for `S s = x` ([over.match.copy]); the tree does not say which one is explicit.
struct S {
  int v;
  __device__ explicit S(int x) : v(x) {}
  template <class T> __device__ S(T) : v(0) {}
};
__global__ void copied(int *p) { S s = (int)threadIdx.x; p[s.v] = threadIdx.x; }
