//@ flags: --block 64 --grid 1 --gpuverify
//@ verdict: races=proved
// No small run ends, but all of them get past the precondition.
__global__ void k(int *a, int n) {
  __requires(n == 1 << 30);
  for (int i = threadIdx.x; i < n; i += blockDim.x) a[i] = i;
}
