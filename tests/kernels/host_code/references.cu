//@ verdict: races=proved bounds=proved divergence=proved
// Numbers that functions of the file assign through references.
#include <utility>
typedef unsigned int uint;
static uint blocks_for(uint n, uint block) { return (n % block != 0) ? (n / block + 1) : (n / block); }
static void grid_for(uint n, uint block, uint &blocks, uint &threads) {
  threads = min(block, n);
  blocks = blocks_for(n, threads);
}
__global__ void k(uint *a, uint n) {
  uint i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
}
__global__ void padded(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
void run(uint n) {
  if (n < 1 || n > 100000) return;
  uint *a;
  cudaMalloc(&a, n * sizeof(uint));
  uint threads, blocks;
  grid_for(n, 256, blocks, threads);
  k<<<blocks, threads>>>(a, n);
}

// Extents, members, and a second function in between.
struct Shape {
  dim3 grid;
  int threads;
};
static void set(dim3 &grid, int blocks) { grid = dim3(blocks); }
static void shape_of(int n, int block, Shape &shape) {
  shape.threads = block;
  set(shape.grid, n / block);
}
void by_structure() {
  int *a;
  cudaMalloc(&a, 1024 * sizeof(int));
  Shape shape;
  shape_of(1024, 128, shape);
  padded<<<shape.grid, shape.threads>>>(a);
}
static void halves(int n, int &a, int &b) {
  a = n / 2;
  b = n - a;
}
struct Sides { int left, right; };
void by_members() {
  int *a;
  cudaMalloc(&a, 100 * sizeof(int));
  Sides sides;
  halves(100, sides.left, sides.right);
  padded<<<2, sides.left>>>(a);
  padded<<<1, sides.right>>>(a);
}

// A truth value that is returned, and a branch.
static bool fits(int n, int &threads) {
  if (n > 64) {
    threads = 64;
    return false;
  }
  threads = n;
  return true;
}
void by_answer(int n) {
  if (n < 1) return;
  int *a, threads;
  cudaMalloc(&a, 64 * sizeof(int));
  if (fits(n, threads))
    padded<<<1, threads>>>(a);
  else
    padded<<<1, threads>>>(a);
}
static void clamp(int &n) {
  for (int i = 0; i < 2; i++) n = n > 64 ? 64 : n;
  if (n > 64) n = 64;
}
void by_steps(int n) {
  if (n < 1) return;
  int *a;
  cudaMalloc(&a, 64 * sizeof(int));
  clamp(n);
  padded<<<1, n>>>(a);
}

// The function launches, and says how much it has done.
static void launch_all(int *a, int n, int &done) {
  padded<<<1, n>>>(a);
  done = n;
}
int main() {
  int *a, done;
  cudaMalloc(&a, 64 * sizeof(int));
  launch_all(a, 64, done);
  padded<<<1, done>>>(a);
}
