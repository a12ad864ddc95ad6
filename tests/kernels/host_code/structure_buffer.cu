//@ verdict: bounds=refuted
// A row more than the buffer has.
struct Image {
  int rows;
  float *data;
};
__global__ void k(Image image) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < image.rows) image.data[x] = blockDim.x; //~ ERROR bounds
}
int main() {
  Image image;
  image.rows = 64;
  cudaMalloc((void **)&image.data, image.rows * sizeof(float));
  image.rows++;
  k<<<3, 32>>>(image);
}
