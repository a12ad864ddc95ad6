//@ flags: --block 32 --grid 1 --without aligned
//@ kernel: at_stride races=refuted
//@ kernel: at_positive_stride races=refuted
//@ kernel: halves races=refuted
// Without the assumption a `float4` may stand anywhere, and neighbours overlap at small strides.
__global__ void at_stride(float *a, short stride) {
  int i = threadIdx.x;
  *reinterpret_cast<float4 *>(a + i * stride) = make_float4(1, 2, 3, 4); //~ ERROR race
}
//@ requires stride >= 1;
__global__ void at_positive_stride(float *a, short stride) {
  int i = threadIdx.x;
  *reinterpret_cast<float4 *>(a + i * stride) = make_float4(1, 2, 3, 4); //~ ERROR race
}
//@ requires stride >= 1;
__global__ void halves(float *a, short stride) {
  int i = threadIdx.x / 2;
  *reinterpret_cast<float4 *>(a + i * stride) = make_float4(1, 2, 3, 4); //~ ERROR race
}
