//@ verdict: races=refuted
//@ kernel: k races=unusual-launch
// Extents that change behind a pointer (so that they may exceed what the kernel is made for), or that are larger in one
// component.
__global__ void k(int *a) {
  a[blockIdx.x * 32 + threadIdx.x] = 1; //~ ERROR race
}
__global__ void l(int *a) {
  a[blockIdx.x * 32 + threadIdx.x] = 1; //~ ERROR race
}
struct Shape {
  dim3 grid;
  dim3 block;
};
void widen(dim3 *block);
void run(int *a, int blocks) {
  dim3 block = make_uint3(32, 1, 1);
  widen(&block);
  k<<<blocks, block>>>(a);
  Shape shape = {dim3(blocks), dim3(32)};
  shape.block.y = 2;
  l<<<shape.grid, shape.block>>>(a);
}
