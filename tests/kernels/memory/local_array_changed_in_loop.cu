//@ flags: --block 64 --grid 4
//@ verdict: races=!proved
// The pointer that the loop stores through points into the local array.
__global__ void k(int *a, int n) {
  int offsets[2];
  offsets[0] = 0;
  offsets[1] = 1;
  int own = blockIdx.x * blockDim.x + threadIdx.x;
  int *p = offsets;
  for (int i = 0; i < n; i++) p[1] = 3;
  a[2 * own] = 1;
  a[2 * own + offsets[1]] = 1;
}
