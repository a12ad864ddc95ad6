//@ verdict: races=refuted
// The kernel never reads y, but the host gives it an extent.
__global__ void k(int *a, int w) {
  int i = blockIdx.x * 16 + threadIdx.x;
  if (i < w) a[i] = blockIdx.x; //~ ERROR race
}
void rows(int *a, int w, int h) { k<<<dim3((w + 15) / 16, h), 16>>>(a, w); }
void columns(int *a, int w, unsigned h) { k<<<dim3((w + 15) / 16, h), 16>>>(a, w); }
