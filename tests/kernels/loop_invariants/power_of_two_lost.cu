//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// From 48 on, s is halved to 3 and 1, so it is no power of two, and neighbours that are no partners meet.
__global__ void tree(int *data) {
  __shared__ int s[128];
  s[threadIdx.x] = data[threadIdx.x];
  s[threadIdx.x + 64] = 0;
  __syncthreads();
  for (int d = 48; d > 0; d >>= 1) {
    if (threadIdx.x % d == 0)
      s[threadIdx.x] += s[threadIdx.x + d]; //~ ERROR race
    __syncthreads();
  }
  data[threadIdx.x] = s[threadIdx.x];
}
