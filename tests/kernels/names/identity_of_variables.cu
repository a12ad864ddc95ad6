//@ flags: --block 64 --grid 1
//@ kernel: by_class races=refuted
//@ kernel: by_object races=refuted
//@ kernel: by_pointer races=refuted
//@ kernel: by_derived races=refuted
//@ kernel: other_member races=proved
//@ kernel: block_extern races=refuted
//@ kernel: block_extern_twice races=refuted
//@ kernel: two_namespaces races=refuted
//@ kernel: own_of_each races=proved
//@ kernel: hidden races=proved
//@ kernel: object_is_evaluated races=refuted
// One variable is one object, by whatever name and in whatever scope it is declared.
struct S { static __device__ int g[64]; static __device__ int h[64]; int q; };
struct D : S {};
__device__ int S::g[64];
__device__ int S::h[64];
__global__ void by_class() {
  S::g[threadIdx.x] = 1;      //~ ERROR race
  S::g[63 - threadIdx.x] = 2; //~ ERROR race
}
__global__ void by_object(S s) {
  S::g[threadIdx.x] = 1;      //~ ERROR race
  s.g[63 - threadIdx.x] = 2; //~ ERROR race
}
__global__ void by_pointer(S *s, S t) {
  s->g[threadIdx.x] = 1;     //~ ERROR race
  t.g[63 - threadIdx.x] = 2; //~ ERROR race
}
__global__ void by_derived(D *d) {
  d->g[threadIdx.x] = 1;      //~ ERROR race
  S::g[63 - threadIdx.x] = 2; //~ ERROR race
}
__global__ void other_member(S s) {
  s.g[threadIdx.x] = 1;
  S::h[63 - threadIdx.x] = 2;
}
__device__ int v[64];
__device__ void through_block() {
  extern __device__ int v[64];
  v[threadIdx.x] = 1; //~ ERROR race
}
__global__ void block_extern() {
  through_block();
  v[63 - threadIdx.x] = 2; //~ ERROR race
}
__device__ void one() {
  extern __device__ int w[64];
  w[threadIdx.x] = 1; //~ ERROR race
}
__device__ void two() {
  extern __device__ int w[64];
  w[63 - threadIdx.x] = 1; //~ ERROR race
}
__global__ void block_extern_twice() { one(); two(); }
namespace n { extern "C" __device__ int c[64]; __device__ int o[64]; }
namespace m { extern "C" __device__ int c[64]; __device__ int o[64]; }
__global__ void two_namespaces() {
  n::c[threadIdx.x] = 1;      //~ ERROR race
  m::c[63 - threadIdx.x] = 2; //~ ERROR race
}
__global__ void own_of_each() { n::o[threadIdx.x] = 1; m::o[63 - threadIdx.x] = 2; }
template <int N> __device__ void kept(int i) {
  static __device__ int counts[64];
  counts[i] = N;
}
__global__ void hidden() {
  kept<1>(threadIdx.x);
  kept<2>(63 - threadIdx.x);
}
__device__ S *take(S *s, int *a) {
  a[0] = threadIdx.x; //~ ERROR race
  return s;
}
__global__ void object_is_evaluated(S *s, int *a) { take(s, a)->g[threadIdx.x] = 1; }
