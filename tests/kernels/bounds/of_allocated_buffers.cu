// Host code tells the sizes of both buffers, so that every access is looked at.
//@ verdict: races=proved bounds=proved
//@ unchecked:
__global__ void near(int *out, const int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[255 - i];
}

void host() {
  int *a, *out;
  cudaMalloc(&a, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  near<<<4, 64>>>(out, a);
}
