//@ flags: --block 32 --grid 1
//@ verdict: bounds=refuted
// The loop over the array goes one cell too far.
__global__ void k(float *a, int n) {
  float sum[4];
  for (int r = 0; r <= 4; r++) sum[r] = 0.0f; //~ ERROR bounds
  for (int i = 0; i < n; i++)
    for (int r = 0; r < 4; r++) sum[r] += 1.0f;
  a[threadIdx.x] = sum[threadIdx.x % 4];
}
