//@ flags: --block 32
//@ verdict: races=proved
// The cells of a private array move in a loop like variables.
__global__ void k(int *a, int n) {
  int block = blockIdx.x, blocks = gridDim.x, t = threadIdx.x;
  int at[2];
  for (int r = 0; r < 2; r++) at[r] = 64 * block + 2 * t + r;
  for (int i = 0; i < n; i++) {
    for (int r = 0; r < 2; r++) {
      a[at[r]] = i;
      at[r] += 64 * blocks;
    }
  }
}
