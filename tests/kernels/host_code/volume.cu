//@ verdict: races=proved divergence=proved bounds=proved
// A volume of a pitch that the runtime chooses.
__global__ void slices(char *a, size_t pitch, int width, int height, int depth) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
  if (x < width && y < height && z < depth) a[(z * (size_t)height + y) * pitch + x] = 1;
}
void run(int width, int height, int depth) {
  if (width < 1 || height < 1 || depth < 1 || width > 500 || height > 500 || depth > 500) return;
  cudaPitchedPtr volume;
  cudaExtent extent = make_cudaExtent(width, height, depth);
  cudaMalloc3D(&volume, extent);
  slices<<<dim3((width + 31) / 32, height, depth), 32>>>((char *)volume.ptr, volume.pitch, width, height, depth);
}
