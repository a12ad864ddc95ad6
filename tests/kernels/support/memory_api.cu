//@ verdict: races=proved bounds=proved
// Allocations and copies on streams tell sizes; a symbol has its own.
__constant__ float factors[256];
__global__ void scale(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= factors[threadIdx.x];
}
int main() {
  float host[256] = {}, *a;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyToSymbol(factors, host, sizeof(host));
  cudaMallocAsync(&a, 1000 * sizeof(float), stream);
  cudaMemsetAsync(a, 0, 1000 * sizeof(float), stream);
  scale<<<4, 256, 0, stream>>>(a, 1000);
  cudaFreeAsync(a, stream);
}
