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
