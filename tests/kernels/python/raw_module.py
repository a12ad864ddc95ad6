# Options of the compiler, and instances of a template that the call names.
import cupy

SOURCE = r'''
//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ kernel: fill<float> races=proved bounds=proved
//[good]@ kernel: fill<double> races=proved bounds=proved
//[bad]@ kernel: fill<float> races=proved bounds=refuted
//[bad]@ kernel: fill<double> races=proved bounds=refuted
template <typename T> __global__ void fill(T *a) {
#ifdef bad
  __shared__ T s[N];
  s[threadIdx.x + 1] = a[threadIdx.x]; //[bad]~ ERROR bounds
#else
  __shared__ T s[N + 1];
  s[threadIdx.x + 1] = a[threadIdx.x];
#endif
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x + 1]; //[bad]~ ERROR bounds
}
'''

module = cupy.RawModule(code=SOURCE, options=('-std=c++17', '-DN=64'), name_expressions=['fill<float>', 'fill<double>'])
