//@ verdict: races=proved divergence=proved bounds=proved
// Rows and slices of the length that the runtime chooses, memory of the host, and allocations as arguments of a function that checks.
__global__ void rows(char *a, size_t pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) a[y * pitch + x] = 1;
}
__global__ void line(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = 1;
}
void check(cudaError_t error, const char *file, int line) {
  if (error != cudaSuccess) exit(1);
}
#define CHECK(call) check((call), __FILE__, __LINE__)
void run(int width, int height) {
  if (width < 1 || height < 1 || width > 5000 || height > 5000) return;
  char *a;
  size_t pitch;
  CHECK(cudaMallocPitch((void **)&a, &pitch, width, height));
  rows<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(a, pitch, width, height);
  int *b, *c, *d;
  CHECK(cudaMalloc(&b, width * sizeof(int)));
  line<<<(width + 63) / 64, 64>>>(b, width);
  CHECK(cudaHostAlloc(&c, width * sizeof(int), cudaHostAllocMapped));
  CHECK(cudaHostGetDevicePointer(&d, c, 0));
  line<<<(width + 63) / 64, 64>>>(d, width);
}
