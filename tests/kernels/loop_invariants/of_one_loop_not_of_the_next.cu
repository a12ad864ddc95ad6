//@ flags: --block 32 --grid 1
//@ verdict: races=refuted
// What holds of i in the first loop says nothing of i in the second.
__global__ void twice(int *out, int n) {
  int i = threadIdx.x;
  for (; i < n; i += 32)
    out[i] = 0;
  __syncthreads();
  for (i = i - n; i < 64; i += 31)
    out[i] = 1; //~ ERROR race
}
