//@ flags: --block 64 --grid 4
//@ verdict: races=proved divergence=proved
// The loop stores through a pointer, and not into the local array.
__global__ void k(int *a, int n) {
  int offsets[2];
  offsets[0] = 0;
  offsets[1] = 1;
  int own = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < n; i++) a[2 * own] = i;
  a[2 * own + offsets[1]] = 1;
}
