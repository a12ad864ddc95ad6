//@ revisions: fits chosen branch element
//[fits]@ kernel: rows races=proved
//[chosen]@ kernel: rows races=refuted
//[branch]@ kernel: rows races=refuted
//[element]@ kernel: rows races=refuted
// Rows of one of two lengths, of which one makes the first element of two rows the same: 2 * 0x80000000 wraps to 0.
__global__ void rows(float *a, unsigned n) {
  unsigned i = blockIdx.x * n + threadIdx.x;
  if (threadIdx.x < n) a[i] = blockIdx.x; //[chosen,branch,element]~ ERROR race
}
void launched(float *a, bool few, int count) {
#if defined(chosen)
  rows<<<4, 256>>>(a, few ? 256u : 0x80000000u);
#elif defined(branch)
  unsigned n = 256;
  if (count > 3) n = 0x80000000u;
  rows<<<4, 256>>>(a, n);
#elif defined(element)
  const unsigned sizes[] = {256, 0x80000000u};
  for (unsigned n : sizes) rows<<<4, 256>>>(a, n);
#else
  rows<<<4, 256>>>(a, few ? 256u : 0x10000u);
#endif
}
