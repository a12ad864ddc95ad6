//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// A constant that the host sets, and numbers of HIP's other types.
#include <hip/hip_bf16.h>
#include <hip/hip_complex.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

__constant__ float factors[4];

__global__ void scaled(float *out, const __half *in, hipFloatComplex *numbers) {
#ifdef bad
  const int i = threadIdx.x;
#else
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#endif
  const float4 f = make_float4(factors[0], factors[1], factors[2], factors[3]);
  out[i] = __half2float(in[i]) * f.x + f.w; //[bad]~ ERROR race
  numbers[i] = hipCmulf(numbers[i], make_hipFloatComplex(f.y, f.z)); //[bad]~ ERROR race
}

void run(float *out, const __half *in, hipFloatComplex *numbers, const float *values) {
  hipMemcpyToSymbol(HIP_SYMBOL(factors), values, sizeof(factors));
  scaled<<<4, 64>>>(out, in, numbers);
}
