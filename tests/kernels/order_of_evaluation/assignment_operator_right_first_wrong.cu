//@ flags: --block 64 --grid 1
//@ verdict: races=refuted
// The right side of an assignment operator is evaluated first: the index is 0 in all threads.
struct Cell { int v; __device__ Cell &operator=(int x) { v = x; return *this; } __device__ Cell &operator+=(int x) { v += x; return *this; } }; //~ ERROR race
__device__ int reset(int &i) { i = 0; return threadIdx.x; }
__global__ void plain(Cell *a) {
  int i = threadIdx.x;
  a[i] = reset(i);
}
__global__ void compound(Cell *a) {
  int i = threadIdx.x;
  a[i] += reset(i);
}
struct Sum { int v; };
__device__ Sum &operator-=(Sum &s, int x) { s.v -= x; return s; } //~ ERROR race
__global__ void free_function(Sum *a) {
  int i = threadIdx.x;
  a[i] -= reset(i);
}
// The value of the right side is that before the left side changes its variables.
__device__ Sum &operator*=(Sum &s, int x) { (&s)[x].v = 1; return s; } //~ ERROR race
__global__ void left_with_effects(Sum *a) {
  int i = 0;
  a[(i = threadIdx.x) * 0] *= i;
}
