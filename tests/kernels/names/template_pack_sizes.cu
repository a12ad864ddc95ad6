//@ flags: --block 2 --grid 1
//@ kernel: of_class races=refuted
//@ kernel: of_class_and_function races=refuted
//@ kernel: of_function races=proved
//@ kernel: of_values assertions=proved
//@ kernel: of_parameters assertions=proved
//@ kernel: empty assertions=proved
// `sizeof...` names one of several packs.
template <int... N> struct List {
  template <class... T> static __device__ int both(T... t) { return sizeof...(N) * 10 + sizeof...(T); }
  template <class... T> static __device__ int own(T... t) { return sizeof...(T); }
  template <class... T> static __device__ int args(T... t) { return sizeof...(t); }
  static __device__ int size() { return sizeof...(N); }
};
template <class A, class... B> __device__ int rest(A, B... b) { return sizeof...(b) + 10 * sizeof...(B); }
__global__ void of_class(int *a) {
  a[threadIdx.x == 0 ? List<1, 2, 3>::size() : 3] = threadIdx.x; //~ ERROR race
}
__global__ void of_class_and_function(int *a) {
  a[threadIdx.x == 0 ? List<1, 2>::both('c') : 21] = threadIdx.x; //~ ERROR race
}
__global__ void of_function(int *a) { a[threadIdx.x == 0 ? List<1, 2>::own('c') : 2] = threadIdx.x; }
__global__ void of_values() { assert(List<>::own(1, 2, 3) == 3 && List<5>::size() == 1 && List<5>::both() == 10); }
__global__ void of_parameters() { assert(rest(1, 'a', 2.0f) == 22 && rest(1) == 0 && List<1>::args(1, 2) == 2); }
__global__ void empty() { assert(List<>::size() == 0 && List<>::own() == 0 && List<>::args() == 0); }
