//@ flags: --block 64 --grid 1
//@ verdict: races=proved
// The right side of an assignment operator is evaluated first: it sets the index.
struct Cell { int v; __device__ Cell &operator=(int x) { v = x; return *this; } __device__ Cell &operator+=(int x) { v += x; return *this; } };
__device__ int advance(int &i) { i = threadIdx.x; return 1; }
__global__ void plain(Cell *a) {
  int i = 0;
  a[i] = advance(i);
}
__global__ void compound(Cell *a) {
  int i = 0;
  a[i] += advance(i);
}
struct Sum { int v; };
__device__ Sum &operator-=(Sum &s, int x) { s.v -= x; return s; }
__global__ void free_function(Sum *a) {
  int i = 0;
  a[i] -= advance(i);
}
// The value of the right side is that before the left side changes its variables.
__device__ Sum &operator*=(Sum &s, int x) { (&s)[x].v = 1; return s; }
__global__ void left_with_effects(Sum *a) {
  int i = threadIdx.x;
  a[i = 0] *= i;
}
