//@ flags: --block 32 --grid 1
//@ kernel: at_stride races=unusual-launch
//@ kernel: at_positive_stride races=proved
//@ kernel: halves races=refuted
// A `float4` stands at a multiple of 16 bytes: strides that are no multiple of 4 elements are no launches, so only 0 (or a wrap-around) races.
__global__ void at_stride(float *a, short stride) {
  int i = threadIdx.x;
  *reinterpret_cast<float4 *>(a + i * stride) = make_float4(1, 2, 3, 4); //~ ERROR race
}
//@ requires stride >= 1;
__global__ void at_positive_stride(float *a, short stride) {
  int i = threadIdx.x;
  *reinterpret_cast<float4 *>(a + i * stride) = make_float4(1, 2, 3, 4);
}
//@ requires stride >= 1;
__global__ void halves(float *a, short stride) {
  int i = threadIdx.x / 2;
  *reinterpret_cast<float4 *>(a + i * stride) = make_float4(1, 2, 3, 4); //~ ERROR race
}
