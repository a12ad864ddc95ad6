//@ verdict: races=proved bounds=proved
// Sizes that vectors know.
#include <vector>
using namespace std;

__global__ void scale(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
}

void print(const vector<float> &);

void of_length(int n) {
  if (n < 1) return;
  std::vector<float> h(n, 1.0f), copy = h;
  for (auto &x : h) x = rand();
  h[0] = 1;
  print(h);
  float *d;
  cudaMalloc(&d, copy.size() * sizeof(float));
  cudaMemcpy(d, h.data(), h.size() * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<(n + 255) / 256, 256>>>(d, (int)h.size());
}

__global__ void of_list_kernel(int *a) { a[threadIdx.x] = 1; }
void of_list() {
  vector<int> sizes = {1, 2, 3};
  int *d;
  cudaMalloc(&d, sizes.size() * sizeof(int));
  of_list_kernel<<<1, 3>>>(d);
}

__global__ void resized_kernel(int *a) { a[threadIdx.x] = 1; }
void resized(int n) {
  vector<int> v;
  v.resize(64);
  int *d;
  cudaMalloc(&d, v.size() * sizeof(int));
  v.clear();
  if (v.empty()) resized_kernel<<<1, 64>>>(d);
}
