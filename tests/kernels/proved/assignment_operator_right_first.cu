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
