//@ flags: --without no-alias
//@ verdict: races=inconclusive
// The array that is written may be the map.

//@ requires \forall int i, j; 0 <= i < j && j < n -> p[i] != p[j];
__global__ void scatter(int *out, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[p[i]] = i;
}
