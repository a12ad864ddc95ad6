//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Vector accesses to rows of scalars.
// bad: Rows overlap by one vector.
__global__ void k(float *out, const float *in, int rows, int cols) {
  int r = blockIdx.x;
  for (int c = threadIdx.x * 4; c + 3 < cols; c += blockDim.x * 4)
#ifdef bad
  *(float4 *)&out[r * (cols - 4) + c] = *(const float4 *)&in[r * cols + c]; //[bad]~ ERROR race
#else
  *(float4 *)&out[r * cols + c] = *(const float4 *)&in[r * cols + c];
#endif
}
