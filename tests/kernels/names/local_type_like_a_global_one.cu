//@ flags: --block 64 --grid 1
//@ verdict: races=inconclusive
// What is printed is `Cell *` and `Element *` for both: of the function and of the file. Both kernels race.
struct Cell { int b; };
typedef char Element;
__global__ void record(char *p) {
  *(int *)(p + sizeof(Cell) * threadIdx.x) = 1;
  *(int *)(p + 4 * threadIdx.x + 4) = 2;
}
__global__ void name_of_type(char *p) {
  Element *q = (Element *)p;
  q[threadIdx.x] = 1;
  p[4 * threadIdx.x] = 2;
}
void host() {
  struct Cell { char b[1 << 20]; };
  typedef int Element;
  Cell *cell = nullptr;
  Element *element = nullptr;
  (void)cell, (void)element;
}
