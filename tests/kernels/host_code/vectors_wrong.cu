//@ verdict: bounds=refuted
// Vectors whose lengths change.
#include <vector>
using namespace std;

__global__ void pushed_kernel(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 1; } //~ ERROR bounds
void pushed() {
  vector<int> v(64);
  int *d;
  cudaMalloc(&d, 64 * sizeof(int));
  v.pop_back();
  v.push_back(1);
  v.push_back(1);
  pushed_kernel<<<1, 1024>>>(d, (int)v.size());
}

void append(vector<int> &);
__global__ void given_kernel(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 1; } //~ ERROR bounds
void given() {
  vector<int> v(64);
  int *d;
  cudaMalloc(&d, 64 * sizeof(int));
  append(v);
  given_kernel<<<1, 1024>>>(d, (int)v.size());
}

__global__ void referenced_kernel(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 1; } //~ ERROR bounds
void referenced() {
  vector<int> v(64);
  int *d;
  cudaMalloc(&d, 64 * sizeof(int));
  auto &w = v;
  w.resize(100);
  referenced_kernel<<<1, 1024>>>(d, (int)v.size());
}

__global__ void in_loop_kernel(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 1; } //~ ERROR bounds
void in_loop() {
  vector<int> v(64);
  int *d;
  cudaMalloc(&d, 64 * sizeof(int));
  vector<int> u(3);
  for (auto x : u) v.resize(x);
  in_loop_kernel<<<1, 1024>>>(d, (int)v.size());
}

__global__ void moved_kernel(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 1; } //~ ERROR bounds
void moved() {
  vector<int> v(64);
  int *d;
  cudaMalloc(&d, 64 * sizeof(int));
  vector<int> w(100);
  v = std::move(w);
  moved_kernel<<<1, 1024>>>(d, (int)v.size());
}

__global__ void braces_kernel(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 1; } //~ ERROR bounds
void braces() {
  vector<int> v(64);
  int *d;
  cudaMalloc(&d, 64 * sizeof(int));
  v = vector<int>{64, 65};
  v.resize(v.size() + 63);
  braces_kernel<<<1, 1024>>>(d, (int)v.size());
}
