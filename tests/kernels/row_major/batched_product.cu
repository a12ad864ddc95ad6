//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=refuted
// A product of matrices for each plane of the grid.
// bad: The results of the batches overlap.
__global__ void k(float *c, const float *a, const float *b, int M, int N, int K) {
  int batch = blockIdx.z;
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || col >= N) return;
  float sum = 0;
  for (int i = 0; i < K; i++) sum += a[(batch * M + row) * K + i] * b[(batch * K + i) * N + col];
#ifdef bad
  c[batch * N + row * N + col] = sum; //[bad]~ ERROR race
#else
  c[batch * M * N + row * N + col] = sum;
#endif
}
