//@ verdict: races=proved divergence=proved
// Extents that come from other forms: `make_uint3`, members, copies, members of structures.
__global__ void k(int *a, int pitch) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < pitch) a[y * pitch + x] = 1;
}
__global__ void l(int *a) {
  a[blockIdx.x * 32 + threadIdx.x] = 1;
}
struct Shape {
  dim3 grid;
  dim3 block;
};
void run(int *a, int pitch, int rows) {
  if (pitch < 1 || rows < 1) return;
  dim3 block, grid;
  block = make_uint3(16, 16, 1);
  grid = dim3((pitch + 15) / 16, (rows + 15) / 16);
  k<<<grid, block>>>(a, pitch);
  Shape shape = {grid, dim3(32)};
  shape.grid.y = 1;
  shape.grid.z = 1;
  l<<<shape.grid, shape.block>>>(a);
  dim3 other = shape.block;
  other.x = 16;
  other.y = block.z;
  l<<<shape.grid, other>>>(a);
  uint3 flat = make_uint3(32, 1, 1);
  dim3 last(flat);
  l<<<shape.grid, last>>>(a);
}
