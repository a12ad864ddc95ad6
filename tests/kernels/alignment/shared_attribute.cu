//@ revisions: good bare bad
//@ flags: --block 32 --grid 1
//[good]@ verdict: races=proved alignment=unreported bounds=proved
//[bare]@ verdict: races=proved bounds=proved alignment=not-checked
//[bad]@ verdict: alignment=refuted
// A shared array is aligned as its type or its attribute says; without one a vector at its start may be misaligned.
__global__ void tile(const float *in, float4 *out) {
#ifdef bare
  __shared__ float s[160];
#else
  __shared__ __align__(16) float s[160];
#endif
  for (int k = 0; k < 4; k++) s[threadIdx.x * 4 + k] = in[threadIdx.x * 4 + k];
  __syncthreads();
#ifdef bad
  out[threadIdx.x] = *reinterpret_cast<float4 *>(&s[threadIdx.x]); //[bad]~ ERROR alignment
#else
  out[threadIdx.x] = *reinterpret_cast<float4 *>(&s[4 * (31 - threadIdx.x)]);
#endif
}
