//@ verdict: bounds=refuted
// As many rows as asked for, and one more; more elements than the host allocated.
__global__ void rows(char *a, size_t pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y <= height) a[y * pitch + x] = 1; //~ ERROR bounds
}
__global__ void line(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) a[i] = 1; //~ ERROR bounds
}
void run(int width, int height) {
  if (width < 1 || height < 1 || width > 5000 || height > 5000) return;
  char *a;
  size_t pitch;
  cudaMallocPitch((void **)&a, &pitch, width, height);
  rows<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(a, pitch, width, height);
  int *c, *d;
  cudaHostAlloc(&c, width * sizeof(int), cudaHostAllocMapped);
  cudaHostGetDevicePointer(&d, c, 0);
  line<<<(width + 63) / 64, 64>>>(d, width);
}
