//@ revisions: whole short_tile left_early
//[whole]@ kernel: smooth races=proved initialised=unreported
//[short_tile]@ kernel: smooth initialised=refuted
//[left_early]@ kernel: smooth initialised=refuted
// The host launches thousands of blocks: the first and the last one show what nobody writes.
__global__ void smooth(const float *in, float *out, int n) {
  __shared__ float tile[256 + 8];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef left_early
  if (i >= n) return;
#endif
  tile[threadIdx.x + 4] = i < n ? in[i] : 0;
  if (threadIdx.x < 4) {
    tile[threadIdx.x] = i >= 4 ? in[i - 4] : 0;
#ifndef short_tile
    tile[threadIdx.x + 260] = i + 256 < n ? in[i + 256] : 0;
#endif
  }
  __syncthreads();
  if (i < n) {
    float sum = 0;
    for (int k = 0; k < 9; k++) sum += tile[threadIdx.x + k]; //[short_tile,left_early]~ ERROR unwritten
    out[i] = sum;
  }
}
int main() {
  int n = 1000001;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  smooth<<<(n + 255) / 256, 256>>>(in, out, n);
}
