//@ verdict: races=proved divergence=proved bounds=proved
// As many elements as threads.
__device__ int out[128];
__global__ void k() {
  extern __shared__ int s[];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (blockIdx.x == 0) out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
int main() { k<<<4, 128, 128 * sizeof(int)>>>(); }
