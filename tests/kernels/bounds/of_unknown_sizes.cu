// Nothing is known of the buffers behind the parameters, so that no access to them is looked at; those to shared memory are.
//@ flags: --block 64
//@ verdict: races=proved divergence=proved bounds=proved
//@ unchecked: a out
__global__ void far(int *out, const int *a) {
  __shared__ int s_tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s_tile[threadIdx.x] = a[i - 5];
  out[i + 1000000] = s_tile[threadIdx.x];
}
