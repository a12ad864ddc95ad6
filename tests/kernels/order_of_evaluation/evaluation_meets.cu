//@ flags: --block 64 --grid 1
//@ verdict: races=unsupported
// The twins of `order_of_evaluation_apart`: what one operand changes the other one uses.
struct State {
  int x, y, all[4];
  int *first = &x, *second = &y;
  __device__ int set_x() { x = 1; return 0; }
  __device__ int get_x() { return x; }
  __device__ int set_through(int *p) { *p = 3; return 0; }
  __device__ int *pick(bool b) { return b ? &x : &y; }
  __device__ void move() { second = &x; }
  __device__ void redirect(int **p) { *p = &x; }
};
union Either { int whole; short half; };
struct Bits { int a : 3, b : 5; };
__global__ void members(int *a) { State s = State(); a[threadIdx.x + s.set_x() + s.get_x()] = 1; }
__global__ void elements(int *a, int i) { State s = State(); a[threadIdx.x + 0 * ((s.all[0] = 1) + s.all[i])] = 1; }
__global__ void inner_arrays(int *a) { int m[2][2] = {}; a[threadIdx.x + 0 * ((m[0][2] = 1) + m[1][0])] = 1; }
__global__ void pointers(int *a) { State s = State(); s.move(); a[threadIdx.x + 0 * ((*s.first = 1) + *s.second)] = 1; }
__global__ void pointer_to_pointer(int *a) {
  State s = State();
  s.redirect(&s.second);
  a[threadIdx.x + 0 * ((*s.first = 1) + *s.second)] = 1;
}
__global__ void argument(int *a) { State s = State(); a[threadIdx.x + s.set_through(&s.x) + 0 * s.x] = 1; }
__global__ void result(int *a) { State s = State(); a[threadIdx.x + 0 * ((*s.pick(a != 0) = 1) + s.y)] = 1; }
__global__ void local_pointer(int *a, int i) {
  int n = 0, m = 0, *p = &n;
  if (i) p = &m;
  a[threadIdx.x + 0 * ((*p = 1) + m)] = 1;
}
__global__ void stepped_pointer(int *a) {
  int m[4] = {}, *p = m;
  p++;
  a[threadIdx.x + 0 * ((*p = 1) + m[1])] = 1;
}
__global__ void cast_pointer(int *a) {
  State s = State();
  long *p = (long *)&s.all[0];
  a[threadIdx.x + 0 * ((int)(*p = 1) + s.all[1])] = 1;
}
__global__ void pointer_as_number(int *a) {
  int n = 0;
  long at = (long)&n;
  int *p = (int *)at;
  a[threadIdx.x + 0 * ((*p = 1) + n)] = 1;
}
__global__ void stored_as_number(int *a) {
  State s = State();
  *(long *)&s.second = (long)&s.x;
  a[threadIdx.x + 0 * ((*s.first = 1) + *s.second)] = 1;
}
__global__ void from_outside(int *a, State *s) { a[threadIdx.x + 0 * ((*s->first = 1) + *s->second)] = 1; }
__global__ void of_union(int *a) { Either e = {0}; a[threadIdx.x + 0 * ((e.whole = 1) + e.half)] = 1; }
__global__ void bits(int *a) { Bits b = {}; a[threadIdx.x + 0 * ((b.a = 1) + (b.b = 2))] = 1; }
