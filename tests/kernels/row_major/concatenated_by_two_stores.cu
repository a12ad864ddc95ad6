//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// Two tensors are put together along an axis, by two stores.
// bad: The second begins where the length of the second is.
__global__ void k(float *out, const float *a, const float *b, int CA, int CB, int S) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int n = blockIdx.y;
  if (CA < 0 || CB < 0) return;
  if (i < CA * S) out[n * (CA + CB) * S + i] = a[n * CA * S + i]; //[bad]~ ERROR race
#ifdef bad
  if (i < CB * S) out[n * (CA + CB) * S + CB * S + i] = b[n * CB * S + i]; //[bad]~ ERROR race
#else
  if (i < CB * S) out[n * (CA + CB) * S + CA * S + i] = b[n * CB * S + i];
#endif
}
