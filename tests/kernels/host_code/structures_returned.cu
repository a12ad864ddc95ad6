//@ revisions: extents structure members of_two bound conditional nested
//@ verdict: races=proved bounds=proved
// Extents in what functions of the file return.
#include <utility>
__global__ void k(int *a, int n) {
  __shared__ int s[128];
  s[threadIdx.x] = n;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = s[threadIdx.x];
}
struct Config {
  dim3 grid, block;
  int items = 4;
};
#if defined(extents)
dim3 blocks_for(int n, int block) { return dim3((n + block - 1) / block); }
dim3 block_of(int n) { return n > 1000 ? dim3(8, 16) : dim3(8, 8); }
void launch(int *a, int n) {
  dim3 block = block_of(n);
  k<<<blocks_for(n, 128), block.x * block.y>>>(a, n);
}
#elif defined(structure)
Config make_config(int n) { return {dim3((n + 127) / 128), dim3(128)}; }
void launch(int *a, int n) {
  auto config = make_config(n);
  k<<<config.grid, config.block>>>(a, n);
  k<<<make_config(n).grid, make_config(n).block>>>(a, n);
}
#elif defined(members)
Config make_config(int n) {
  Config c;
  c.block = dim3(32 * c.items);
  c.grid.x = (n + c.block.x - 1) / c.block.x;
  return c;
}
void launch(int *a, int n) {
  Config config = make_config(n);
  k<<<config.grid, config.block>>>(a, n);
}
#elif defined(of_two)
std::pair<dim3, dim3> plan(int n) { return {dim3((n + 127) / 128), dim3(128)}; }
std::pair<int, int> sizes(int n) { return {n / 64, 64}; }
void launch(int *a, int n) {
  auto p = plan(n);
  k<<<p.first, p.second>>>(a, n);
  std::pair<int, int> q = sizes(n);
  k<<<q.first, q.second>>>(a, n);
}
#elif defined(bound)
Config make_config(int n) { return {dim3((n + 127) / 128), dim3(128)}; }
std::pair<int, int> sizes(int n) { return {n / 64, 64}; }
void launch(int *a, int n) {
  auto [grid, block, items] = make_config(n);
  k<<<grid, block>>>(a, n);
  const auto [blocks, threads] = sizes(n);
  k<<<blocks, threads>>>(a, n);
  block.x = 64;
  k<<<grid, block>>>(a, n);
}
#elif defined(conditional)
Config make_config(int n) {
  if (n < 1000) return {dim3(n), dim3(64)};
  Config c{dim3(n), dim3(128)};
  if (n > 1 << 20) c.grid = dim3(1 << 20);
  return c;
}
void launch(int *a, int n) {
  Config config = make_config(n);
  k<<<config.grid, config.block>>>(a, n);
}
#elif defined(nested)
struct Plan {
  Config config;
  int times;
};
Config make_config(int n, dim3 block) { return {dim3((n + block.x - 1) / block.x), block}; }
Plan make_plan(int n) {
  Plan p{make_config(n, dim3(128)), 3};
  return p;
}
void launch(int *a, int n) {
  Plan plan = make_plan(n);
  for (int i = 0; i < plan.times; i++) k<<<plan.config.grid, plan.config.block>>>(a, n);
}
#endif
