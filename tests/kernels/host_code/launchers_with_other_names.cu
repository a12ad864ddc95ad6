//@ kernel: by_alias@any races=refuted
//@ kernel: by_label@any races=refuted
//@ kernel: negative@33 races=unknown
//@ kernel: negative@34 races=proved
//@ kernel: in_open_order@35 races=refuted
//@ kernel: argument_lost@any races=refuted
// Functions without a body that have the body of another one; a launch with a negative extent, which fails; arguments
// that are evaluated in any order; an argument in a macro that the compiler may drop.
__global__ void by_alias(int *a) { a[threadIdx.x] = blockIdx.x; } //~ ERROR race
__global__ void by_label(int *a) { a[threadIdx.x] = blockIdx.x; } //~ ERROR race
__global__ void negative(int *a) { a[threadIdx.x] = blockIdx.x; }
__global__ void in_open_order(int *a, int n) { a[threadIdx.x] = n < 0 ? 0 : blockIdx.x; } //~ ERROR race
__global__ void argument_lost(int *a) { a[threadIdx.x] = blockIdx.x; } //~ ERROR race
#define LOST not_there_launch(argument_lost, not_there_size, 1, 64, a)

typedef void (*Kernel)(int *);
void run(Kernel kernel, int grid, int block, int *a);
void run_n(void (*kernel)(int *, int), int grid, int block, int *a, int n);
extern "C" void launch_two(Kernel kernel, int grid, int block, int *a) {
  kernel<<<2, block>>>(a);
}
void aliased(Kernel kernel, int grid, int block, int *a) __attribute__((alias("launch_two")));
void labelled(Kernel kernel, int grid, int block, int *a) __asm__("launch_two");

int main() {
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  aliased(by_alias, 1, 64, a);
  labelled(by_label, 1, 64, a);
}
void extents(int *a) {
  int n = -1;
  run(negative, n, 64, a);
  run(negative, 1, 64, a);
  run_n(in_open_order, n = 1, 64, a, n);
}
void lost(int *a) { LOST; }
