//@ verdict: races=proved bounds=proved divergence=proved
// Structures and variables that functions are given by their addresses.
#include <cstdlib>
struct Bodies {
  float4 *pos, *vel;
  int n;
};
__global__ void move(float4 *pos, const float4 *vel, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) pos[i].x += vel[i].x;
}
void step(struct Bodies *b) { move<<<(b->n + 255) / 256, 256>>>(b->pos, b->vel, b->n); }
static void make_both(struct Bodies *b, int n) {
  b->n = n;
  cudaMalloc((void **)&b->pos, n * sizeof(float4));
  cudaMalloc((void **)&(*b).vel, n * sizeof(float4));
}
static void make(struct Bodies *b) { make_both(b, 5000); }
__global__ void k(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
}
static void alloc(int **p, int n) { cudaMalloc(p, n * sizeof(int)); }
static void alloc_checked(int **p, int n);
void allocated() {
  int *a, *b;
  alloc(&a, 100);
  alloc_checked(&b, 200);
  k<<<1, 128>>>(a, 100);
  k<<<2, 128>>>(b, 200);
}
static void alloc_checked(int **p, int n) {
  cudaError_t error = cudaMalloc((void **)p, n * sizeof(int));
  if (error != cudaSuccess) exit(1);
}
static void grid_for(int n, int *blocks, int *threads) {
  *threads = 128;
  *blocks = (n + *threads - 1) / *threads;
}
void numbers(int n) {
  if (n < 1 || n > 100000) return;
  int *a, blocks, threads;
  cudaMalloc(&a, n * sizeof(int));
  grid_for(n, &blocks, &threads);
  k<<<blocks, threads>>>(a, n);
}
int main() {
  struct Bodies b;
  b.n = 10000;
  cudaMalloc((void **)&b.pos, b.n * sizeof(float4));
  cudaMalloc((void **)&b.vel, b.n * sizeof(float4));
  for (int t = 0; t < 10; t++) step(&b);
  struct Bodies c;
  make(&c);
  step(&c);
}
