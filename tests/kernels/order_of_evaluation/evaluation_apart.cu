//@ flags: --block 64 --grid 1
//@ verdict: races=proved
// Operands whose order is open and does not matter: members, elements and variables that are apart, and pointers that never meet.
struct State {
  int x, y, all[4];
  int *first = &x, *second = &y;
  __device__ int set_x() { x = 1; return 0; }
  __device__ int set_y() { y = 2; return 0; }
  __device__ int set_through(int *p) { *p = 3; return 0; }
  __device__ int *pick(bool b) { return b ? &x : &y; }
};
__global__ void members(int *a) { State s = State(); a[threadIdx.x + s.set_x() + s.set_y()] = 1; }
__global__ void elements(int *a) { State s = State(); a[threadIdx.x + 0 * ((s.all[0] = 1) + s.all[1])] = 1; }
__global__ void pointers(int *a) { State s = State(); a[threadIdx.x + 0 * ((*s.first = 1) + *s.second)] = 1; }
__global__ void argument(int *a) { State s = State(); int n = 0; a[threadIdx.x + s.set_through(&n) + 0 * s.x] = 1; }
__global__ void result(int *a) { State s = State(); int n = 0; a[threadIdx.x + 0 * ((*s.pick(n == 0) = 1) + n)] = 1; }
__global__ void local_pointer(int *a) {
  int n = 0, m = 0, *p = &n;
  a[threadIdx.x + 0 * ((*p = 1) + m)] = 1;
}
