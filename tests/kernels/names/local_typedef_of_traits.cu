//@ flags: --block 64 --grid 1
//@ verdict: races=proved
// A typedef of a function, named like the ones of classes that it stands for, has another type in each instance.
template <class T> struct Traits;
template <> struct Traits<int> { typedef int4 Vec; };
template <> struct Traits<float> { typedef float2 Vec; };
template <class T> __device__ void copy(T *p, const T *q) {
  typedef typename Traits<T>::Vec Vec;
  Vec *to = reinterpret_cast<Vec *>(p);
  const Vec *from = reinterpret_cast<const Vec *>(q);
  to[threadIdx.x] = from[threadIdx.x];
}
template <class T> __device__ T first(T x) {
  union { T value; int words[sizeof(T) / 4]; } u;
  u.value = x;
  for (int i = 0; i < sizeof(T) / 4; i++) u.words[i] = __shfl_sync(~0u, u.words[i], 0);
  return u.value;
}
__global__ void vectors(int *p, const int *q, float *r, const float *s) {
  copy(p, q);
  copy(r, s);
}
__global__ void unions(int *p, double *q) {
  p[threadIdx.x] = first(p[threadIdx.x]);
  q[threadIdx.x] = first(q[threadIdx.x]);
}
