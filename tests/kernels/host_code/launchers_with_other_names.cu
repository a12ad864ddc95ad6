//@ kernel: by_alias@any races=refuted
//@ kernel: by_label@any races=refuted
//@ kernel: negative@26 races=unknown
//@ kernel: negative@27 races=proved
// Functions without a body that have the body of another one, and a launch with a negative extent, which fails.
__global__ void by_alias(int *a) { a[threadIdx.x] = blockIdx.x; } //~ ERROR race
__global__ void by_label(int *a) { a[threadIdx.x] = blockIdx.x; } //~ ERROR race
__global__ void negative(int *a) { a[threadIdx.x] = blockIdx.x; }

typedef void (*Kernel)(int *);
void run(Kernel kernel, int grid, int block, int *a);
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
}
