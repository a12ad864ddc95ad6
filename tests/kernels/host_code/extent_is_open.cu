//@ verdict: races=proved
// What the launch says of extents is not known: those that the kernel never reads are 1 (unused-dims).
__global__ void k(int *a, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < w) a[i] = blockIdx.x;
}
dim3 chosen(int);
void launch(int *a, int w, dim3 grid) { k<<<grid, chosen(w)>>>(a, w); }
