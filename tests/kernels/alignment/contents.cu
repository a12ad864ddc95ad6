//@ revisions: open bad
//@ flags: --block 32 --grid 1
//[open]@ verdict: races=proved alignment=not-checked
//[bad]@ verdict: alignment=refuted
// Offsets from memory: whoever writes the table sees to whole vectors. An odd distance to them is wrong for all threads.
__global__ void gather(const float *x, const int *start, float *out) {
#ifdef bad
  float2 v = *reinterpret_cast<const float2 *>(x + 4 * start[threadIdx.x] + 1); //[bad]~ ERROR alignment
#else
  float2 v = *reinterpret_cast<const float2 *>(x + start[threadIdx.x]);
#endif
  out[threadIdx.x] = v.x + v.y;
}
