//@ kernel: pitched races=unusual-launch
//@ kernel: planes races=unusual-launch
//@ kernel: images races=unusual-launch
//@ kernel: images_in_tiles races=unusual-launch
//@ kernel: wide races=unusual-launch
//@ kernel: in_bytes races=unusual-launch
//@ kernel: by_threads races=unusual-launch
//@ kernel: looped races=unusual-launch
//@ kernel: both races=unusual-launch
//@ kernel: without_guard races=refuted
//@ kernel: wrong_size races=refuted
//@ kernel: wrong_guard races=refuted
//@ kernel: next_row races=refuted
//@ kernel: wrong_depth races=refuted
//@ kernel: wrong_extent races=refuted
//@ kernel: launched races=refuted
//@ kernel: launched_right races=proved
// Rows at a distance that is a parameter: they overlap only where the distance is less than what a row spans.
__global__ void pitched(float *dst, const float *src, int width, int height, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) dst[y * pitch + x] = src[y * pitch + x]; //~ ERROR race
}
__global__ void planes(float *dst, const float *src, int ne0, int s1, int s2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < ne0) dst[blockIdx.z * s2 + blockIdx.y * s1 + i] = src[i]; //~ ERROR race
}
__global__ void images(float *dst, int width, int height, int count, long image, long row) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
  if (x < width && y < height && z < count) dst[z * image + y * row + x] = 1.f; //~ ERROR race
}
__global__ void images_in_tiles(float *dst, int width, int height, int count, long image, long row) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (x < width && y < height && z < count) dst[z * image + y * row + x] = 1.f; //~ ERROR race
}
__global__ void wide(float *dst, const float *src, size_t n, ptrdiff_t stride) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < n) dst[i + stride * blockIdx.y] = src[i]; //~ ERROR race
}
__global__ void in_bytes(char *dst, int width, int height, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) *(float *)(dst + y * pitch + 4 * x) = 1.f; //~ ERROR race
}
__global__ void by_threads(float *dst, int stride) { dst[blockIdx.x * stride + threadIdx.x] = 1.f; } //~ ERROR race
__global__ void looped(float *dst, int n, int stride) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) dst[blockIdx.x * stride + i] = 1.f; //~ ERROR race
}
__global__ void both(float *dst, int width, int height, int row, int column) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) dst[y * row + x * column] = 1.f; //~ ERROR race
}
// The threads behind the last element write to the next row, whatever the pitch.
__global__ void without_guard(float *dst, int height, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (y < height) dst[y * pitch + x] = 1.f; //~ ERROR race
}
// The height stands where the width is meant.
__global__ void wrong_size(float *dst, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) dst[y * height + x] = 1.f; //~ ERROR race
}
__global__ void wrong_guard(float *dst, int width, int height, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width || y < height) dst[y * pitch + x] = 1.f; //~ ERROR race
}
// An element of the next row is written as well.
__global__ void next_row(float *dst, int width, int height, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    dst[y * pitch + x] = 1.f; //~ ERROR race
    dst[(y + 1) * pitch + x] = 2.f; //~ ERROR race
  }
}
// The length of the sums stands where the width is meant.
__global__ void wrong_depth(const float *a, const float *b, float *c, int m, int n, int k) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y < m && x < n) {
    float sum = 0;
    for (int i = 0; i < k; i++) sum += a[y * k + i] * b[i * n + x];
    c[y * k + x] = sum; //~ ERROR race
  }
}
// The number of rows, which is that of the blocks.
__global__ void wrong_extent(float *dst, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < width) dst[blockIdx.y * height + x] = 1.f; //~ ERROR race
}
__global__ void launched(float *dst, int width, int height, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) dst[y * pitch + x] = 1.f; //~ ERROR race
}
__global__ void launched_right(float *dst, int width, int height, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) dst[y * pitch + x] = 1.f;
}
void host(float *dst, int width, int height) {
  dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
  launched<<<grid, block>>>(dst, width, height, width / 2);
  wrong_extent<<<dim3((width + 255) / 256, height), 256>>>(dst, width, height);
  launched_right<<<grid, block>>>(dst, width, height, (width + 31) / 32 * 32);
}
