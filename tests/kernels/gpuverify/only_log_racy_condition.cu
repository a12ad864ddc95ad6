//@ flags: --block 64 --grid 1 --only-log
//@ verdict: divergence=refuted
// Races are not looked for, so nothing may rest on their absence.
__global__ void only_log(int *a) {
  __shared__ int s;
  s = threadIdx.x;
  if (s == threadIdx.x % 2) __syncthreads(); //~ ERROR divergence
  a[threadIdx.x] = 1;
}
