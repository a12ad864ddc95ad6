//@ revisions: good bad
//[good]@ kernel: fill races=proved alignment=unreported
//[bad]@ kernel: fill alignment=refuted
// The host passes a part of an array: its start is aligned, the part may not be.
__global__ void fill(float *x) {
  reinterpret_cast<float4 *>(x)[threadIdx.x] = make_float4(0, 0, 0, 0); //[bad]~ ERROR alignment
}
void launch() {
  float *d;
  cudaMalloc(&d, 4096);
#ifdef bad
  fill<<<1, 64>>>(d + 1);
#else
  fill<<<1, 64>>>(d + 4);
#endif
}
