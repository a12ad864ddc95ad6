//@ flags: --block 8 --grid 1
//@ kernel: fill<int> races=proved
//@ kernel: fill<float> races=proved
//@ kernel: by_size<char> races=refuted
//@ kernel: by_size<long> races=proved
//@ kernel: captured<char> races=refuted
//@ kernel: captured<long> races=proved
//@ kernel: returned assertions=!proved
// The lambdas of two instances of a template are printed alike; a function that has one of them as its template argument
// calls this one.
template <class F> __device__ void each(F f) { f(threadIdx.x); }
template <class F> __device__ void outer(F f) { each([=](int i) { f(i); }); }
template <class T> __global__ void fill(T *o) {
  each([=](int i) { o[i] = T(1); });
}
template __global__ void fill<int>(int *);
template __global__ void fill<float>(float *);
template <class T> __global__ void by_size(T *o) {
  each([=](int i) { o[i % sizeof(T)] = T(i); }); //~ ERROR race
}
template __global__ void by_size<char>(char *);
template __global__ void by_size<long>(long *);
template <class T> __global__ void captured(int *o, T n) {
  T size = sizeof(T);
  each([=](int i) { o[i % size] = i; }); //~ ERROR race
}
template __global__ void captured<char>(int *, char);
template __global__ void captured<long>(int *, long);
template <class T> __device__ auto made() { return [](int i) { return i % (int)sizeof(T); }; }
__global__ void returned(int *o) {
  auto f = made<char>();
  auto g = made<long>();
  assert(f(7) == 7 && g(7) == 0);
  o[threadIdx.x] = 1;
}
