//@ revisions: good bad
//[good]@ verdict: races=proved
//[bad]@ verdict: races=!proved
// A `thread_local` variable of a function keeps its value from call to call, without the word `static`.
#ifdef bad
#define LOCAL thread_local
#else
#define LOCAL
#endif
struct Shape {
  int threads;
};
__global__ void number(int *a) { a[threadIdx.x & 31] = threadIdx.x; } //[bad]~ ERROR race
__global__ void member(int *a) { a[threadIdx.x & 31] = threadIdx.x; } //[bad]~ ERROR race
__global__ void extent(int *a) { a[threadIdx.x & 31] = threadIdx.x; } //[bad]~ ERROR race
__global__ void table(int *a, const int *to) { a[to[threadIdx.x]] = threadIdx.x; } //[bad]~ ERROR race
__global__ void called(int *a) { a[threadIdx.x & 31] = threadIdx.x; } //[bad]~ ERROR race
int grown() {
  LOCAL int n = 16;
  n *= 2;
  return n;
}
void step(int *a) {
  LOCAL int n = 32;
  LOCAL Shape s = {32};
  LOCAL dim3 block(32);
  LOCAL int h[2] = {1, 0};
  int *to;
  cudaMalloc(&to, sizeof h);
  cudaMemcpy(to, h, sizeof h, cudaMemcpyHostToDevice);
  number<<<1, n>>>(a);
  member<<<1, s.threads>>>(a);
  extent<<<1, block>>>(a);
  table<<<1, 2>>>(a, to);
  called<<<1, grown()>>>(a);
  n = s.threads = block.x = 64;
  h[1] = 1;
}
int main() {
  int *a;
  cudaMalloc(&a, 32 * sizeof(int));
  step(a);
  step(a);
}
