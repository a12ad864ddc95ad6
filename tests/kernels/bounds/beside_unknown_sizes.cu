// The access to shared memory is outside, whatever is known of the parameters.
//@ flags: --block 64
//@ verdict: races=proved bounds=refuted
//@ unchecked: a out
__global__ void outside(int *out, const int *a) {
  __shared__ int s_tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s_tile[threadIdx.x + 1] = a[i]; //~ ERROR bounds
  out[i] = 0;
}
