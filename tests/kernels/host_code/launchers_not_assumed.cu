//@ flags: --without launcher
//@ kernel: declared@any races=refuted
//@ kernel: undeclared@any races=refuted
// Without the assumption a function without a body may launch the kernel in any way.
#include <not_there/launch.h>
void run_one(void (*kernel)(int *), int grid, int block, int *a);
__global__ void declared(int *a) { a[threadIdx.x] = blockIdx.x; } //~ ERROR race
__global__ void undeclared(int *a) { a[threadIdx.x] = blockIdx.x; } //~ ERROR race
int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  run_one(declared, 1, 64, a);
  not_there_launch(undeclared, 1, 64, a);
}
