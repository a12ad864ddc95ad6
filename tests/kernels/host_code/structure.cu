//@ verdict: races=proved divergence=proved bounds=proved
// The extents come from a structure that is passed by value, and so does the size of its buffer.
struct Shape {
  int rows, columns;
  int cells() const { return rows * columns; }
};
struct Image {
  Shape shape;
  float *data;
};
__global__ void k(Image image) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < image.shape.rows) image.data[x] = blockDim.x;
}
int main(int argc, char **argv) {
  Image image = {{1000, 1}, nullptr};
  image.shape.rows = 77;
  cudaMalloc(&image.data, image.shape.rows * sizeof(float));
  int cells = image.shape.cells();
  k<<<(image.shape.rows + 31) / 32, 32>>>(image);
  return cells;
}
