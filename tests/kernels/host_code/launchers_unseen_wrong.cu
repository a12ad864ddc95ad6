//@ kernel: twice_as_far@21 races=proved bounds=refuted
//@ kernel: two_blocks@22 races=refuted
//@ kernel: has_body@23 races=refuted
//@ kernel: argument_lost@any races=refuted
//@ kernel: kept@24 races=proved
//@ kernel: kept@any races=refuted
// Launches by functions without a body that are wrong as they stand, and calls that are none or not the only ones.
#include <not_there/launch.h>
__global__ void twice_as_far(int *a) { a[2 * threadIdx.x] = 1; } //~ ERROR bounds
__global__ void two_blocks(int *a) { a[threadIdx.x] = blockIdx.x; } //~ ERROR race
__global__ void has_body(int *a) { a[threadIdx.x] = blockIdx.x; } //~ ERROR race
__global__ void argument_lost(int *a) { a[threadIdx.x] = blockIdx.x; } //~ ERROR race
__global__ void kept(int *a) { a[threadIdx.x] = blockIdx.x; } //~ ERROR race
void run(void (*kernel)(int *), int grid, int block, int *a) {
  kernel<<<grid + 1, block>>>(a);
}
void keep(void (*kernel)(int *));
int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  not_there_launch(twice_as_far, 1, 64, a);
  not_there_launch(two_blocks, 2, 64, a);
  run(has_body, 1, 64, a);
  not_there_launch(kept, 1, 64, a);
  keep(kept);
}
// The compiler may drop the argument that it does not know.
void lost(int *a) { not_there_launch(argument_lost, 1, not_there_size, 64, a); }
