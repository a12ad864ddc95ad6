//@ flags: --block 64 --grid 4
//@ verdict: races=!proved
// The pointer moves to the array that is used in the first iteration.
__global__ void k(int *a, int n) {
  int offsets[2];
  offsets[0] = 0;
  offsets[1] = 1;
  int own = blockIdx.x * blockDim.x + threadIdx.x;
  int other[2];
  int *p = other;
  for (int i = 0; i < n; i++) {
    p[1] = 3;
    p = offsets;
  }
  a[2 * own] = 1;
  a[2 * own + offsets[1]] = 1;
}
