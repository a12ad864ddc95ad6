//@ flags: --block 64 --grid 1
//@ verdict: divergence=refuted
// Within the loop i is uniform; after it, it is where the thread left.
__global__ void after(int *out, int n) {
  int i = 0;
  for (; i < n; i += 2) {
    if (i >= (int)threadIdx.x) break;
    out[i * 64 + threadIdx.x] = i;
  }
  if (i > 4) __syncthreads(); //~ ERROR divergence
}
