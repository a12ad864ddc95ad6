//@ verdict: races=proved divergence=proved
// A two-dimensional kernel that computes a third index, directly and by way of another variable, and never uses it.
__global__ void k(float *a, int pitch, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  int last = z + 1;
  if (x < w && y < h && w <= pitch)
    a[(size_t)y * pitch + x] = 1.0f;
}
