//@ verdict: races=proved bounds=proved
//@ kernel: other_order@any races=refuted
//@ kernel: too_many@any races=refuted
//@ kernel: float_extent@any races=refuted
// Functions without a body that are given a kernel in the form of a launch, declared or not.
#include <not_there/launch.h>
template <class K, class... A> void run(K kernel, dim3 grid, dim3 block, A... arguments);
void run_one(void (*kernel)(int *), int grid, int block, int *a);
void reversed(dim3 grid, dim3 block, void (*kernel)(int *), int *a);
void with_stream(void (*kernel)(int *), int grid, int block, int *a, int stream);
void scaled_by(void (*kernel)(int *), float grid, float block, int *a);

__global__ void declared(int *a) { a[threadIdx.x] = blockIdx.x; }
__global__ void by_template(int *a, long n) { a[n == 3 ? threadIdx.x : 0] = blockIdx.x; }
__global__ void undeclared(int *a, unsigned n) { a[threadIdx.x < n ? threadIdx.x : 0] = 1 + blockIdx.x; }
__global__ void other_order(int *a) { a[threadIdx.x] = blockIdx.x; } //~ ERROR race
__global__ void too_many(int *a) { a[threadIdx.x] = blockIdx.x; } //~ ERROR race
__global__ void float_extent(int *a) { a[threadIdx.x] = blockIdx.x; } //~ ERROR race
int main() {
  int *a;
  unsigned n = 64;
  cudaMalloc(&a, 64 * sizeof(int));
  run_one(declared, 1, 64, a);
  run(by_template, dim3(1), dim3(32, 1), a, 3);
  not_there_launch(undeclared, 1, n, a, n);
  reversed(1, 64, other_order, a);
  with_stream(too_many, 1, 64, a, 0);
  scaled_by(float_extent, 1, 64, a);
}
