//@ revisions: good bad
//@ flags: --block 64 --grid 1
//[good]@ verdict: races=proved divergence=proved assertions=proved
//[bad]@ kernel: scale<__half> races=refuted
//[bad]@ kernel: scale<__nv_bfloat16> races=refuted
//[bad]@ kernel: pairs races=proved
//[bad]@ kernel: bits assertions=refuted
// Conversions of half and bfloat16 numbers, by any of their forms, access the number and nothing else.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
template <class T> __global__ void scale(T *out, const T *in, float by) {
    int t = threadIdx.x;
#ifdef bad
    out[t / 2] = in[t]; //[bad]~ ERROR race
#else
    T sum = (T)0.0f;
    sum += T((float)in[t] * by);
    sum = sum * in[t];
    out[t] = sum;
#endif
}
template __global__ void scale<__half>(__half *, const __half *, float);
template __global__ void scale<__nv_bfloat16>(__nv_bfloat16 *, const __nv_bfloat16 *, float);
__global__ void pairs(__half2 *out, const __half2 *in) {
    int t = threadIdx.x;
    __half2 pair(in[t].x, __float2half((float)in[t].y));
    pair += pair;
    out[t] = pair;
}
__global__ void bits() {
    __nv_bfloat16 x = __ushort_as_bfloat16(5);
    __nv_bfloat16_raw raw = x;
#ifdef bad
    assert(raw.x == 6); //[bad]~ ERROR assert
#else
    assert(__bfloat16_as_ushort(x) == 5 && raw.x == 5);
#endif
}
