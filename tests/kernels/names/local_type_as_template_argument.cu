//@ flags: --block 64 --grid 1
//@ verdict: races=inconclusive
// `Cell` of the kernel and that of the function it is given to print the same. It races: cells of 4 bytes.
template <class T> __device__ void store(T *p) {
  struct Cell { int pad[4]; int a; };
  Cell *own = nullptr;
  (void)own;
  p[threadIdx.x].a = 1;
}
__global__ void k(int *p) {
  struct Cell { int a; };
  store((Cell *)p);
  p[5 * threadIdx.x] = 2;
}
