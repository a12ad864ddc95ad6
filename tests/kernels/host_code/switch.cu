//@ verdict: races=proved divergence=proved bounds=proved
// Every case launches its own instance, with as many threads as the instance expects.
__device__ int out[1024];
template <int B> __global__ void k() {
  extern __shared__ int s[];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (blockIdx.x == 0) out[threadIdx.x] = s[B - 1 - threadIdx.x];
}
void run(int threads) {
  int bytes = threads * sizeof(int);
  switch (threads) {
    case 256: k<256><<<4, threads, bytes>>>(); break;
    case 128: {
      k<128><<<4, threads, bytes>>>();
      break;
    }
  }
}
